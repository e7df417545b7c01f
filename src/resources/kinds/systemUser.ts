import { defineKind } from './kind';
import { listSystemUsers, readSystemUser, systemUser } from '../../api/contract/systemUser';

/** A system user of a server (reference §2.13). */
export const systemUserKind = defineKind({
  id: 'systemUser',
  parent: 'server',
  names: { one: 'System User', many: 'System Users' },
  folder: 'system-users',
  suffix: 'system-user',
  variable: 'systemUserId',
  operations: { list: listSystemUsers, read: readSystemUser },
  icon: 'account',
  schema: systemUser,
  present: (resource, t) => ({
    label: resource.username,
    description: resource.deleteable ? undefined : t('cannot be deleted'),
    facts: [
      [t('Deployment key'), resource.deploymentKey ? t('yes') : t('no')],
      [t('Created'), resource.created_at],
    ],
  }),
});
