import { copyCollection, asNode, asReference } from './target';
import type { Target } from '../../resources/reference';
import { findKind } from '../../resources/kinds/kinds';

/** The targets in a command's parameters: all selected rows, or the one thing that was passed. */
export function toCommandTargets([first, second]: readonly unknown[]): Target[] {
  const several = Array.isArray(second) ? (second as readonly unknown[]) : [];
  const chosen = several.length > 0 ? several : [first];
  return chosen.flatMap((each) => toOne(each) ?? []);
}

function toOne(parameter: unknown): Target | undefined {
  const reference = asReference(parameter);
  if (reference) return reference;
  const node = asNode(parameter);
  const collection = copyCollection(node && 'reference' in node ? node.reference : parameter);
  // A kind with a single resource per parent has no collection to select.
  return collection && (node || findKind(collection.kind).variable) ? collection : undefined;
}
