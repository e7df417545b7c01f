import { memberAt } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';

/** Whether a service returns none of the values that a document can change. */
export function isUnknown({ document }: ResourceKind, content: JsonObject | undefined): boolean {
  const { writable = [] } = document?.editing ?? {};
  return (
    content !== undefined &&
    writable.length > 0 &&
    writable.every((name) => (memberAt(content, name.split('.')) ?? null) === null)
  );
}
