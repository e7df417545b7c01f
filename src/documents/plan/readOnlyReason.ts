import type { Translate } from '../../base/translate';
import { canWrite } from './savePlan';
import type { JsonObject } from '../../base/json';
import type { KindId, ResourceKind } from '../../resources/kinds/kinds';

const withPassword: ReadonlySet<KindId> = new Set(['systemUser', 'databaseUser']);

/** Explains why a document can't be edited; undefined if it can. */
export function readOnlyReason(
  kind: ResourceKind,
  content: JsonObject | undefined,
  t: Translate,
): string | undefined {
  if (kind.document?.editing) {
    if (!content || canWrite(kind, content)) return undefined;
    if (kind.id === 'deployScript' && content['atomic'] === true) {
      return t('Read-only: an atomic project deploys this web application.');
    }
    return kind.id === 'cronJob'
      ? t("Read-only: its schedule doesn't have five cron fields.")
      : t('Read-only: parts of it are unknown, and saving would remove them.');
  }
  return withPassword.has(kind.id)
    ? t('Read-only: only the password can be changed, with Change Password.')
    : t("Read-only: the service can't change it.");
}
