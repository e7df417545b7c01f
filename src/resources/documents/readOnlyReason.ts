import type { Translate } from '../../shared/translate';
import type { ResourceKind } from '../kinds/kind';

/** Why a kind's documents can't be edited, in words; nothing where they can. */
export function readOnlyReason(kind: ResourceKind, t: Translate): string | undefined {
  if (kind.document?.editing) return undefined;
  switch (kind.id) {
    case 'systemUser':
    case 'databaseUser':
      return t('Read-only: the service changes nothing of it but its password.');
    case 'deployment':
      return t('Read-only: it tells what happened.');
    default:
      return t('Read-only: the service has no call that changes it.');
  }
}
