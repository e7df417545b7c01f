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

  constructor(values: SharedValues, clock: Clock) {
    this.#values = values;
    this.#clock = clock;
  }

  /** Takes the turn to apply the changes with these keys; false if another window has it. */
  async take(keys: readonly string[]): Promise<boolean> {
    if (this.#stopRenewing) return false;
    this.#stopRenewing = () => undefined;
    await this.#values.refresh();
    if (this.#others().length === 0) {
      await this.#renew(keys);
      await this.#values.refresh();
      if (this.#others().length === 0) return true;
    }
    await this.end();
    return false;
  }

  /** Ends this window's turn. */
  async end(): Promise<void> {
    this.#stopRenewing?.();
    this.#stopRenewing = undefined;
    if (this.#values.get(this.#own) !== undefined) {
      await this.#values.change([{ key: this.#own, value: undefined }]);
    }
  }

  /** The keys of changes whose window closed while it applied them; they are returned once. */
  async takeLost(): Promise<readonly string[]> {
    const lost = this.#turns().filter(({ key, until }) => key !== this.#own && !this.#isOn(until));
    await this.#values.change(lost.map(({ key }) => ({ key, value: undefined })));
    return lost.flatMap(({ keys }) => keys);
  }

  async #renew(keys: readonly string[]): Promise<void> {
    this.#stopRenewing = this.#clock.after(turnMs / 3, () => void this.#renew(keys));
    const until = this.#clock.now() + turnMs;
    await this.#values.change([{ key: this.#own, value: { until, keys } }]);
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
