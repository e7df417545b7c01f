import { yesOrNo, onlyItsPassword, defineKind } from './kind';
import {
  changeSystemUserPassword,
  listSystemUsers,
  readSystemUser,
  systemUser,
} from '../../api/contract/systemUser';
import { t } from '../../base/l10n';

export const systemUserKind = defineKind({
  id: 'systemUser',
  parent: 'server',
  names: { one: 'System User', many: 'System Users' },
  variable: 'systemUserId',
  operations: {
    list: listSystemUsers,
    read: readSystemUser,
    writesById: [changeSystemUserPassword],
  },
  icon: 'person',
  schema: systemUser,
  fieldTexts: {
    username: 'Name: lowercase letters, digits, - and _.',
    deploymentKey: 'Public key for access to repositories.',
    deleteable: 'True if it can be deleted.',
  },
  present: (resource) => ({
    label: resource.username,
    description: resource.deleteable === false ? t("can't be deleted") : undefined,
    facts: [
      [t('Deployment key'), nameKey(resource.deploymentKey)],
      [t('Created'), resource.created_at],
    ],
  }),
  document: { readOnly: onlyItsPassword },
});

/** A missing key is returned as null; an absent field may mean anything. */
function nameKey(key: string | null | undefined): string {
  return key === undefined ? '' : yesOrNo(Boolean(key));
}
