import type { JsonObject } from '../../base/json';
import type { Translate } from '../../base/translate';
import { findKind, type KindId } from '../../resources/kinds/kinds';

/** The name of a resource created with this content; empty if it has none. */
export function nameOfNew(kindId: KindId, content: JsonObject, t: Translate): string {
  const kind = findKind(kindId);
  const name = String(kind.present(content, t).label);
  return name === t(kind.names.one) ? '' : name;
}
