import { toNode, toReference } from './target';
import type { Target } from '../actions/field';
import { findKind, kinds } from '../../resources/kinds/kinds';
import type { KindId } from '../../resources/kinds/kind';
import { isObject } from '../../shared/json';

/** What a command's parameters point at: all selected rows, or the one thing that was passed. */
export function toPointed([first, second]: readonly unknown[]): Target[] {
  const several = Array.isArray(second) ? (second as readonly unknown[]) : [];
  const pointed = several.length > 0 ? several : [first];
  return pointed.flatMap((each) => toOne(each) ?? []);
}

function toOne(parameter: unknown): Target | undefined {
  const reference = toReference(parameter);
  if (reference) return reference;
  const node = toNode(parameter);
  if (node && 'reference' in node) return node.reference;
  return isCollection(parameter) ? parameter : undefined;
}

function isCollection(value: unknown): value is Target {
  return (
    isObject(value) &&
    typeof value['account'] === 'string' &&
    kinds.some(({ id }) => id === value['kind']) &&
    Array.isArray(value['parents']) &&
    value['parents'].every((id) => Number.isInteger(id) || typeof id === 'string') &&
    findKind(value['kind'] as KindId).variable !== undefined
  );
}
