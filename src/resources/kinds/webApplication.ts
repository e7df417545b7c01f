import { defineKind } from './kind';
import {
  listWebApplications,
  readWebApplication,
  webApplication,
} from '../../api/contract/webApplication';

/** A web application of a server (observed). */
export const webApplicationKind = defineKind({
  id: 'webApplication',
  parent: 'server',
  names: { one: 'Web Application', many: 'Web Applications' },
  folder: 'web-applications',
  suffix: 'web-application',
  variable: 'webappId',
  operations: { list: listWebApplications, read: readWebApplication },
  icon: 'globe',
  schema: webApplication,
  present: (resource, t) => ({
    label: resource.name,
    description: [resource.type, resource.phpVersion].filter(Boolean).join(' · '),
    icon: resource.type === 'wordpress' ? { id: 'book' } : undefined,
    facts: [
      [t('Type'), resource.type ?? ''],
      [t('PHP'), resource.phpVersion ?? ''],
      [t('Stack'), [resource.stack, resource.stackMode].filter(Boolean).join(', ')],
      [t('Root'), resource.rootPath ?? ''],
      [t('Public'), resource.publicPath ?? ''],
      [t('Created'), resource.created_at ?? ''],
    ],
  }),
});
