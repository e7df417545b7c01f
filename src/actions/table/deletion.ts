import type { Endpoint } from '../../api/contract/endpoint';
import { type KindId, findKind } from '../../resources/kinds/kinds';
import type { Translate } from '../../base/translate';
import type { Action, ActionConfirmation } from '../action';

/** Deletes resources of a kind. */
export function deletion(
  kind: KindId,
  endpoint: Endpoint,
  more: Partial<Action> & { detail?: ActionConfirmation['detail']; confirmByName?: boolean } = {},
): Action {
  const {
    detail = (t: Translate) => t("This can't be undone."),
    confirmByName = false,
    ...rest
  } = more;
  return {
    command: 'serverManagement.delete',
    place: { resource: kind },
    endpoint,
    confirmation: {
      question: (name, t) => t('Delete {0} "{1}"?', t(findKind(kind).names.one), name),
      detail,
      button: (t) => t('Delete'),
      isDestructive: true,
      confirmByName,
    },
    progressTitle: (what, t) => t('Deleting {0}', what),
    done: (what, t) => t('{0} deleted.', what),
    verb: 'deleted',
    effect: 'collection',
    ...rest,
  };
}
