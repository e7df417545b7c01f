import type { Endpoint } from '../../../api/contract/endpoint';
import { type KindId, findKind } from '../../../resources/kinds/kinds';
import { type Action, type ActionConfirmation, onResource } from '../../action';
import { atSentenceStart } from './creation';
import { t } from '../../../base/l10n';

export function deletion(
  kind: KindId,
  endpoint: Endpoint,
  more: Partial<Action> &
    Partial<Pick<ActionConfirmation, 'question' | 'detail' | 'confirmByName'>> = {},
): Action {
  const { names, variable } = findKind(kind);
  const one = (): string => t(names.one);
  const {
    question = (name: string) => {
      // A resource without a name of its own is referred to by its kind.
      const isCalledByKind = name.startsWith(one());
      return isCalledByKind ? t('Delete "{0}"?', name) : t('Delete {0} "{1}"?', one(), name);
    },
    detail = () => t("This can't be undone."),
    confirmByName = false,
    ...rest
  } = more;
  const isOnly = variable === undefined;
  return onResource('serverManagement.delete', kind, endpoint, {
    confirmation: {
      question,
      detail,
      button: () => t('Delete'),
      isDestructive: true,
      confirmByName,
    },
    progressTitle: (what) =>
      isOnly ? t('Deleting {0} of {1}', one(), what) : t('Deleting {0}', what),
    done: (what) =>
      isOnly ? t('{0} of {1} deleted.', atSentenceStart(kind), what) : t('{0} deleted.', what),
    verb: 'deleted',
    effect: 'collection',
    ...rest,
  });
}
