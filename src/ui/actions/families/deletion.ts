import type { Endpoint } from '../../../api/contract/endpoint';
import type { KindId } from '../../../resources/kinds/kind';
import { findKind } from '../../../resources/kinds/kinds';
import type { Translate } from '../../../shared/translate';
import type { Action } from '../action';

/** Deleting resources of a kind. */
export function deletion(
  kind: KindId,
  endpoint: Endpoint,
  more: Partial<Action> & { detail?: (t: Translate) => string; asksForName?: boolean } = {},
): Action {
  const { detail = (t) => t('This cannot be undone.'), asksForName = false, ...rest } = more;
  return {
    command: 'serverManagement.delete',
    place: { resource: kind },
    endpoint,
    caution: {
      question: (name, t) => t('Delete {0} "{1}"?', t(findKind(kind).names.one), name),
      detail,
      button: (t) => t('Delete'),
      isDestructive: true,
      asksForName,
    },
    doing: (what, t) => t('Deleting {0}', what),
    effect: 'collection',
    ...rest,
  };
}
