import * as z from 'zod/mini';
import { type Clock, sleep } from '../api/scheduling/clock';
import { randomHex } from '../base/random';
import type { SharedValues } from '../resources/storage/sharedValues';

const storedTurn = z.object({
  until: z.number(),
  keys: z.readonly(z.array(z.string())),
  /** Whether its window still looks for others. */
  isClaim: z.optional(z.boolean()),
});

type StoredTurn = Readonly<z.infer<typeof storedTurn>>;

/** How long a window that doesn't renew its turn counts as open, in milliseconds. */
const turnMs = 60_000;

/** How often a window looks whether others have backed off, in milliseconds. */
const lookMs = 200;

/**
 * Ensures that only one window applies changes at a time. Each window claims the turn and then
 * looks for others, so that of two windows at least one sees the other. Of windows that claim it at
 * once, the one with the first name waits until each other one backs off, has the turn or, if it
 * closed meanwhile, hasn't renewed its claim for too long.
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
      isTaken = this.#others().length === 0 && (await this.#prevails(keys));
      // A window that waits for this one's claim sees that it's a turn now.
      if (isTaken) void this.#renew({ keys });
    } finally {
      if (!isTaken) await this.end();
    }
    return isTaken;
  }

  async #prevails(keys: readonly string[]): Promise<boolean> {
    await this.#store({ keys, isClaim: true });
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      await this.#values.refresh();
      const others = this.#others();
      // The claim may have expired while the window was suspended.
      if (others.length === 0 || !this.isHeld) return this.isHeld;
      if (others.some(({ key, isClaim }) => !isClaim || key < this.#own)) return false;
      // oxlint-disable-next-line no-await-in-loop
      await sleep(this.#clock, lookMs);
    }
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

  async #store(turn: Omit<StoredTurn, 'until'>): Promise<void> {
    const until = this.#clock.now() + turnMs;
    this.#stopRenewing?.();
    this.#stopRenewing = this.#clock.after(turnMs / 3, () => void this.#renew(turn));
    await this.#values.change([{ key: this.#own, value: { ...turn, until } }]);
    this.#until = until;
  }

  async #renew(turn: Omit<StoredTurn, 'until'>): Promise<void> {
    // If it has ended, it may be another window's turn by now.
    if (!this.isHeld) return;
    // If it can't be stored, the turn expires for all windows.
    await this.#store(turn).catch(() => undefined);
  }

  #others(): readonly (StoredTurn & { readonly key: string })[] {
    return this.#turns().filter(({ key, until }) => key !== this.#own && this.#isOn(until));
  }

  /** A turn that ends later than any can was stored before the clock was set back. */
  #isOn(until: number): boolean {
    const left = until - this.#clock.now();
    return left > 0 && left <= 2 * turnMs;
  }

  #turns(): readonly (StoredTurn & { readonly key: string })[] {
    return this.#values.list('turn/').flatMap(({ key, value }) => {
      const { data } = storedTurn.safeParse(value);
      return data ? [{ ...data, key }] : [];
    });
  }
}
