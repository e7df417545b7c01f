import * as z from 'zod/mini';
import type { Clock } from '../api/scheduling/clock';
import { randomHex } from '../base/random';
import type { SharedValues } from '../resources/storage/sharedValues';

const storedTurn = z.object({ until: z.number(), keys: z.array(z.string()) });

/** How long a window that doesn't renew its turn counts as open, in milliseconds. */
const turnMs = 60_000;

/**
 * Ensures that only one window applies changes at a time. Each window sets its own flag and then
 * looks for others, so that of two windows at least one sees the other and backs off.
 */
export class Turn {
  readonly #values: SharedValues;
  readonly #clock: Clock;
  readonly #own = `turn/${randomHex(8)}`;
  #stopRenewing: (() => void) | undefined;
  /** When this window's stored turn ends. */
  #until = 0;

  constructor(values: SharedValues, clock: Clock) {
    this.#values = values;
    this.#clock = clock;
  }

  /** Whether it's still this window's turn: it may have lost the turn while it was suspended. */
  get isHeld(): boolean {
    return this.#stopRenewing !== undefined && this.#isOn(this.#until);
  }

  /** Whether a window is applying the change with this key. */
  isApplying(key: string): boolean {
    return this.#turns().some(({ until, keys }) => this.#isOn(until) && keys.includes(key));
  }

  /** Takes the turn to apply the changes with these keys; false if another window has it. */
  async take(keys: readonly string[]): Promise<boolean> {
    if (this.#stopRenewing) return false;
    this.#stopRenewing = () => undefined;
    let isTaken = false;
    try {
      await this.#values.refresh();
      if (this.#others().length === 0) {
        await this.#store(keys);
        await this.#values.refresh();
        isTaken = this.#others().length === 0;
      }
    } finally {
      if (!isTaken) await this.end();
    }
    return isTaken;
  }

  /** Ends this window's turn. */
  async end(): Promise<void> {
    this.#stopRenewing?.();
    this.#stopRenewing = undefined;
    if (this.#values.get(this.#own) !== undefined) {
      await this.#values.change([{ key: this.#own, value: undefined }]);
    }
  }

  /** The turns of windows that closed while applying changes, with the keys of those changes. */
  get lost(): readonly { readonly key: string; readonly keys: readonly string[] }[] {
    return this.#turns().filter(({ key, until }) => key !== this.#own && !this.#isOn(until));
  }

  async #store(keys: readonly string[]): Promise<void> {
    const until = this.#clock.now() + turnMs;
    this.#stopRenewing = this.#clock.after(turnMs / 3, () => void this.#renew(keys));
    await this.#values.change([{ key: this.#own, value: { until, keys } }]);
    this.#until = until;
  }

  async #renew(keys: readonly string[]): Promise<void> {
    // If it has ended, it may be another window's turn by now.
    if (!this.isHeld) return;
    // If it can't be stored, the turn expires for all windows.
    await this.#store(keys).catch(() => undefined);
  }

  #others(): readonly unknown[] {
    return this.#turns().filter(({ key, until }) => key !== this.#own && this.#isOn(until));
  }

  /** A turn that ends later than any can was stored before the clock was set back. */
  #isOn(until: number): boolean {
    const left = until - this.#clock.now();
    return left > 0 && left <= 2 * turnMs;
  }

  #turns(): readonly (z.infer<typeof storedTurn> & { readonly key: string })[] {
    return this.#values.list('turn/').flatMap(({ key, value }) => {
      const { data } = storedTurn.safeParse(value);
      return data ? [{ ...data, key }] : [];
    });
  }
}
