import { useOf } from '../resources/shares';
import type { Resource } from '../resources/kinds/kind';
import type { Facts } from '../resources/serverFacts';
import { unitOf } from '../resources/megabytes';
import { formats, t } from '../base/l10n';

type Fact = readonly [name: string, value: string];

export function describeFacts({ hardware, health }: Facts, server: Resource): readonly Fact[] {
  const ofTotal = (what: 'disk' | 'memory'): string => {
    const use = health && useOf(health, what);
    if (!use) return '';
    const { unit, size } = unitOf(use.total);
    const total = formats.number(use.total / size);
    return t('{0} of {1} {2}', formats.percent(use.share), total, unit);
  };
  const facts: Fact[] = [
    [t('Memory'), ofTotal('memory')],
    [t('Disk'), ofTotal('disk')],
    [t('Load'), toFactText(health?.['loadAverage'] ?? hardware?.['loadAvg'])],
    [t('Updates'), describeUpdates(server)],
    [t('Uptime'), toFactText(hardware?.['uptime'])],
  ];
  return facts.filter(([, value]) => value !== '');
}

function describeUpdates({ securityUpdate, softwareUpdate }: Resource): string {
  if (typeof securityUpdate !== 'boolean' || typeof softwareUpdate !== 'boolean') return '';
  const automatic = [
    securityUpdate ? t('security') : [],
    softwareUpdate ? t('software') : [],
  ].flat();
  return automatic.length > 0 ? t('automatic: {0}', automatic.join(', ')) : t('off');
}

function toFactText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
