import type { PendingChange } from '../../webviews/protocol';

/** What is left of changes when some of them were saved: what was made since, from there on. */
export function leftToSave(
  changes: readonly PendingChange[],
  saved: readonly PendingChange[],
): readonly PendingChange[] {
  const values = new Map(saved.map(({ id, to }) => [id, to]));
  return changes
    .map((change) => {
      const from = values.get(change.id);
      return from === undefined ? change : { ...change, from };
    })
    .filter(({ from, to }) => from !== to);
}
