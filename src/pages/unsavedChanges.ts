import type { PanelValue } from './model';
import { mostSavedAtOnce, type PendingChange } from './protocol';

export class UnsavedChanges {
  readonly #changes: Map<string, PendingChange>;
  /** The ids of changes whose save was requested but isn't done yet. */
  readonly #wanted = new Set<string>();
  #areSent = false;

  constructor(kept: readonly PendingChange[]) {
    this.#changes = new Map(kept.map((change) => [change.id, change]));
  }

  get all(): readonly PendingChange[] {
    return [...this.#changes.values()];
  }

  get areSent(): boolean {
    return this.#areSent;
  }

  get(id: string): PendingChange | undefined {
    return this.#changes.get(id);
  }

  /** Replaces the shown value; setting the original value removes the change. */
  set(id: string, from: PanelValue, to: PanelValue): void {
    if (from === to) this.#changes.delete(id);
    else this.#changes.set(id, { id, from, to });
  }

  /** Bases a change on a newer value that someone else wrote and the person has seen. */
  startFrom(id: string, now: PanelValue): void {
    const change = this.#changes.get(id);
    if (change) this.#changes.set(id, { ...change, from: now });
  }

  adopt(changes: readonly PendingChange[]): void {
    for (const change of changes) {
      if (!this.#changes.has(change.id)) this.#changes.set(change.id, change);
    }
  }

  /** The first batch; must be followed by `saved` or `refused`. Empty during a save. */
  send(): readonly PendingChange[] {
    if (this.#areSent) return [];
    for (const id of this.#changes.keys()) this.#wanted.add(id);
    return this.sendRest();
  }

  /** Returns the next batch; empty if nothing is left. Changes made since aren't included. */
  sendRest(): readonly PendingChange[] {
    const part = this.all.filter(({ id }) => this.#wanted.has(id)).slice(0, mostSavedAtOnce);
    this.#areSent = part.length > 0;
    return part;
  }

  /** Marks sent changes as saved, including those sent by an earlier page. */
  saved(sent: readonly PendingChange[]): void {
    const left = remainingChanges(this.all, sent);
    this.#changes.clear();
    for (const change of left) this.#changes.set(change.id, change);
    for (const { id } of sent) this.#wanted.delete(id);
    this.#areSent = false;
  }

  refused(): void {
    this.#wanted.clear();
    this.#areSent = false;
  }

  /** Discards all changes; returns false during a save, which can't be taken back. */
  discard(): boolean {
    if (this.#areSent) return false;
    this.#changes.clear();
    this.#wanted.clear();
    return true;
  }
}

/** Only what the person has changed or reverted since, based on the saved values. */
export function remainingChanges(
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
