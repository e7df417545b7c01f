import type { PanelValue } from './model';
import type { PendingChange } from './protocol';

/** What the person changed in a panel and did not save yet, also while some of it is being saved. */
export class PendingChanges {
  readonly #changes: Map<string, PendingChange>;
  #areSent = false;

  constructor(kept: readonly PendingChange[]) {
    this.#changes = new Map(kept.map((change) => [change.id, change]));
  }

  /** All of them, in the order in which they were made. */
  get all(): readonly PendingChange[] {
    return [...this.#changes.values()];
  }

  /** Whether some are on their way to the service. */
  get areSent(): boolean {
    return this.#areSent;
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
    this.#areSent = true;
    return this.all;
  }

  /** What was sent is saved, also by a page that was here before. */
  saved(sent: readonly PendingChange[]): void {
    const left = leftToSave(this.all, sent);
    this.#changes.clear();
    for (const change of left) this.#changes.set(change.id, change);
    this.#areSent = false;
  }

  /** What was sent is not saved: all of it stays. */
  refused(): void {
    this.#areSent = false;
  }

  /** Forgets all of them. What is being saved at the time cannot be called back. */
  discard(): void {
    this.#changes.clear();
  }
}

/** What is left of changes when some were saved: only what the person changed or took back since, from there on. */
export function leftToSave(
  changes: readonly PendingChange[],
  saved: readonly PendingChange[],
): readonly PendingChange[] {
  const left = new Map(changes.map((change) => [change.id, change]));
  for (const { id, from, to } of saved) {
    const since = left.get(id);
    const wanted = since ? since.to : from;
    if (wanted === to) left.delete(id);
    else left.set(id, { id, from: to, to: wanted });
  }
  return [...left.values()];
}
