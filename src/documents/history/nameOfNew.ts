import type { JsonObject } from '../../base/json';
import type { Language } from '../../base/formats';
import { findKind, type KindId } from '../../resources/kinds/kinds';

/** The name of a resource created with this content; empty if it has none. */
export function nameOfNew(kindId: KindId, content: JsonObject, language: Language): string {
  const kind = findKind(kindId);
  const name = String(kind.present(content, language).label);
  return name === language.t(kind.names.one) ? '' : name;
}
