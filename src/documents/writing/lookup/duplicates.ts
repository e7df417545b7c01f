import { toPlain } from '../../../base/foreignText';
import type { JsonObject } from '../../../base/json';
import type { ResourceId } from '../../../resources/kinds/kind';
import { type KindId, findKind } from '../../../resources/kinds/kinds';
import { t } from '../../../base/l10n';

const nameFields = ['name', 'label', 'username'] as const;

export function findNameField(sent: JsonObject): string | undefined {
  return nameFields.find((name) => typeof sent[name] === 'string' && sent[name] !== '');
}

/** Reports that one request created several equal resources, and lists them. */
export function describeDuplicates(
  kind: KindId,
  sent: JsonObject,
  duplicates: readonly ResourceId[],
): string {
  const one = t(findKind(kind).names.one);
  const field = findNameField(sent);
  const what = field === undefined ? one : `${one} "${toPlain(sent[field])}"`;
  const ids = toPlain(duplicates.join(', '));
  return t(
    "{0} exists more than once (IDs {1}): the request arrived more than once. Delete what you don't need.",
    what,
    ids,
  );
}
