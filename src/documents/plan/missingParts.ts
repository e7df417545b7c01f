import type { JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';

/** The members of a document that the service doesn't offer for its resource. */
export function missingParts(
  { operations }: ResourceKind,
  content: JsonObject | undefined,
): readonly string[] {
  if (!content) return [];
  const { parts = [] } = operations;
  return parts.flatMap(({ member, isIn }) =>
    content[member] === undefined && isIn?.(content) !== false ? [member] : [],
  );
}
