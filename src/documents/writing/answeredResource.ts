import type { Resource, ResourceId, VersionedEndpoint } from '../../resources/kinds/kind';
import type { ResourceKind } from '../../resources/kinds/kinds';

/**
 * The resource in the answer to a write; undefined if the answer is anything else.
 * @param id finds it in an answer that is the whole collection.
 */
export function answeredResource(
  { operations: { list, read, toItems }, document }: ResourceKind,
  { endpoint }: VersionedEndpoint,
  answer: unknown,
  id?: ResourceId,
): Resource | undefined {
  const known = read ?? list;
  if (!known || endpoint.answer !== known.answer || document?.editing?.isReadBack) return undefined;
  if (!known.answer.safeParse(answer).success) return undefined;
  return read ? (answer as Resource) : toItems?.(answer).find((item) => item['id'] === id);
}
