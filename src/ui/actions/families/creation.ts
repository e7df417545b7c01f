import type { Endpoint } from '../../../api/contract/endpoint';
import type { KindId } from '../../../resources/kinds/kind';
import { findKind } from '../../../resources/kinds/kinds';
import type { Action } from '../action';
import type { ActionCommand } from '../commands';

/** Making a new resource of a kind. */
export function creation(
  command: ActionCommand,
  kind: KindId,
  endpoint: Endpoint,
  fields: NonNullable<Action['fields']>,
  more: Partial<Action> = {},
): Action {
  return {
    command,
    place: { collection: kind },
    endpoint,
    fields,
    doing: (_name, t) => t('Creating: {0}', t(findKind(kind).names.one)),
    effect: 'collection',
    ...more,
  };
}
