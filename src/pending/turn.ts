import * as z from 'zod';
import type { Clock } from '../api/scheduling/clock';
import { randomHex } from '../base/random';
import type { SharedValues } from '../resources/memory/sharedValues';

const storedTurn = z.object({ until: z.number(), keys: z.array(z.string()) });

/** How long a window that doesn't renew its turn counts as open, in milliseconds. */
const turnMs = 60_000;

/**
 * Whose turn it is to apply changes, among all windows. Each window raises its own flag and looks
 * for others afterwards, so that of two windows at least one sees the other and gives way.
 */
export class Turn {
  readonly #values: SharedValues;
  readonly #clock: Clock;
  readonly #own = `turn/${randomHex(8)}`;
  #stopRenewing: (() => void) | undefined;
  /** When the stored turn of this window is over. */
  #until = 0;

  constructor(values: SharedValues, clock: Clock) {
    this.#values = values;
    this.#clock = clock;
  }

  /** Whether it's still this window's turn: another one may take it if this one was asleep. */
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

  /** The turns of windows that closed while they applied changes, and the keys of these. */
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
    // One that is over may be another window's by now.
    if (!this.isHeld) return;
    // One that can't be stored ends in time, for all windows.
    await this.#store(keys).catch(() => undefined);
  }

  #others(): readonly unknown[] {
    return this.#turns().filter(({ key, until }) => key !== this.#own && this.#isOn(until));
  }

  #isOn(until: number): boolean {
    return until > this.#clock.now();
  }

  #turns(): readonly (z.infer<typeof storedTurn> & { readonly key: string })[] {
    return this.#values.list('turn/').flatMap(({ key, value }) => {
      const { data } = storedTurn.safeParse(value);
      return data ? [{ ...data, key }] : [];
    });
  }
}
