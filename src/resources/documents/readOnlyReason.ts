import type { Translate } from '../../shared/translate';
import type { KindId, ResourceKind } from '../kinds/kind';

const withPassword: ReadonlySet<KindId> = new Set(['systemUser', 'databaseUser']);

/** Why a kind's documents can't be edited, in words; nothing where they can. */
export function readOnlyReason(kind: ResourceKind, t: Translate): string | undefined {
  if (kind.document?.editing) return undefined;
  return withPassword.has(kind.id)
    ? t('Read-only: the service changes nothing of it but its password.')
    : t('Read-only: the service has no call that changes it.');
}
