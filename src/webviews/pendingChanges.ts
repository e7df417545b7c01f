import type { PanelValue } from './model';
import type { PendingChange } from './protocol';

/** What the person changed in a panel and did not save yet, also while some of it is being saved. */
export class PendingChanges {
  readonly #changes: Map<string, PendingChange>;
  #sent: readonly PendingChange[] | undefined;

  constructor(kept: readonly PendingChange[]) {
    this.#changes = new Map(kept.map((change) => [change.id, change]));
  }

  /** All of them, in the order in which they were made. */
  get all(): readonly PendingChange[] {
    return [...this.#changes.values()];
  }

  /** Whether some are on their way to the service. */
  get areSent(): boolean {
    return this.#sent !== undefined;
  }

  get(id: string): PendingChange | undefined {
    return this.#changes.get(id);
  }

  /** Puts a value in place of the one that is shown; the same value takes the change back. */
  set(id: string, from: PanelValue, to: PanelValue): void {
    if (from === to) this.#changes.delete(id);
    else this.#changes.set(id, { id, from, to });
  }

  /** Lets a change start from a value that somebody else wrote meanwhile and the person has seen. */
  startFrom(id: string, now: PanelValue): void {
    const change = this.#changes.get(id);
    if (change) this.#changes.set(id, { ...change, from: now });
  }

  /** Takes in changes from elsewhere; what the person changed here stays as it is. */
  adopt(changes: readonly PendingChange[]): void {
    for (const change of changes) {
      if (!this.#changes.has(change.id)) this.#changes.set(change.id, change);
    }
  }

  /** What is to be saved now; `saved` or `refused` has to follow. */
  send(): readonly PendingChange[] {
    this.#sent = this.all;
    return this.#sent;
  }

  /** What was sent is saved: only what the person changed since is left, from there on. */
  saved(): void {
    for (const { id, from, to } of this.#sent ?? []) {
      const since = this.#changes.get(id);
      this.set(id, to, since ? since.to : from);
    }
    this.#sent = undefined;
  }

  /** What was sent is not saved: all of it stays. */
  refused(): void {
    this.#sent = undefined;
  }

  /**
   * Forgets those that ask for what is there already, and tells whether there were any: they were saved when
   * nobody was there to hear of it, or somebody else made the same.
   */
  forgetMet(current: (id: string) => PanelValue | undefined): boolean {
    const met = this.all.filter(({ id, to }) => current(id) === to);
    for (const { id } of met) this.#changes.delete(id);
    return met.length > 0;
  }

  /** Forgets all of them. What is being saved at the time cannot be called back. */
  discard(): void {
    this.#changes.clear();
  }
}
