import { defineKind, type Resource } from './kind';
import { readServices, service } from '../../api/contract/serverFacts';

/** A service that runs on a server, such as its web server (observed). It is known by its `realName`. */
export const serviceKind = defineKind({
  id: 'service',
  parent: 'server',
  names: { one: 'Service', many: 'Services' },
  folder: 'services',
  suffix: 'service',
  variable: 'serviceName',
  operations: {
    list: readServices,
    toItems: (answer) =>
      Object.values(answer as Readonly<Record<string, Resource>>).map((each) => ({
        ...each,
        id: String(each['realName']),
      })),
  },
  icon: 'gear',
  schema: service,
  present: (resource, t) => ({
    label: resource.name,
    description: [resource.version, resource.running ? '' : t('stopped')]
      .filter(Boolean)
      .join(' · '),
    icon: resource.running
      ? { id: 'play-circle', color: 'testing.iconPassed' }
      : { id: 'stop-circle', color: 'disabledForeground' },
    state: resource.running ? t('running') : t('stopped'),
    facts: [
      [t('Memory'), resource.memory ?? ''],
      [t('CPU'), resource.cpu ?? ''],
      [t('Version'), resource.version ?? ''],
    ],
  }),
});
