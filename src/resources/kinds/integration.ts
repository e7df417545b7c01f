import { nameConstant } from '../names/constants';
import { defineKind, patchWith } from './kind';
import {
  integration,
  listIntegrations,
  readIntegration,
  updateIntegration,
} from '../../api/contract/integration';
import { t } from '../../base/l10n';

export const integrationKind = defineKind({
  id: 'integration',
  parent: undefined,
  names: { one: 'Integration', many: 'Integrations' },
  variable: 'apiId',
  operations: {
    list: listIntegrations,
    read: readIntegration,
    writesById: [updateIntegration],
  },
  icon: 'extensions',
  schema: integration,
  fieldTexts: {
    service: 'Provider, such as cloudflare. Reads may return its display name.',
    secret: 'Secret at the provider. Change it with the command "Change Integration Secret…".',
    username: 'Access key ID at the provider. Never returned.',
    url: 'URL of the provider. Never returned.',
  },
  present: (resource) => ({
    label: resource.label,
    description: nameConstant(resource.service),
    facts: [[t('Created'), resource.created_at]],
  }),
  document: {
    // A read has a different name for the service than a write (observed).
    editing: {
      ...patchWith(updateIntegration, ['label', 'service', 'username', 'url']),
      worksUnread: true,
      unread: ['username', 'url'],
      readsDiffer: ['service'],
    },
  },
});
