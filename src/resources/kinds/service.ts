import { defineKind, type InWords, type Resource } from './kind';
import { readServices, service } from '../../api/contract/serverFacts';
import { formats, t } from '../../base/l10n';

/** A service running on a server, such as its web server (observed); its id is its `realName`. */
export const serviceKind = defineKind({
  id: 'service',
  parent: 'server',
  names: { one: 'Service', many: 'Services' },
  variable: 'serviceName',
  operations: {
    list: readServices,
    toItems: (answer) =>
      Object.entries(answer as Readonly<Record<string, Resource | null>>).map(
        ([name, service]) => ({
          ...service,
          id: typeof service?.['realName'] === 'string' ? service['realName'] : name,
        }),
      ),
  },
  icon: 'server-process',
  schema: service,
  present: (resource) => ({
    label: resource.name,
    description: resource.version,
    ...serviceState(resource.running),
    facts: [
      [t('Memory'), resource.memory],
      [t('CPU'), withPercent(resource.cpu)],
      [t('Version'), resource.version],
    ],
  }),
});

/** The service reports the share of a CPU as a number without its unit. */
export function withPercent(share: unknown): string {
  if (typeof share !== 'string' || share === '') return '';
  return /^[\d.]+$/.test(share) ? t('{0}%', formats.number(Number(share))) : share;
}

function serviceState(
  isRunning: boolean | null | undefined,
): Pick<InWords, 'icon' | 'state' | 'problem'> {
  if (typeof isRunning !== 'boolean') return {};
  if (isRunning) {
    return { icon: { id: 'play-circle', color: 'testing.iconPassed' }, state: t('running') };
  }
  const problem = t('stopped');
  return { icon: { id: 'stop-circle', color: 'disabledForeground' }, state: problem, problem };
}
