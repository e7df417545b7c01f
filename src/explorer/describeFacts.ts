import { useOf } from '../resources/shares';
import type { Facts } from '../resources/serverFacts';
import { unitOf } from '../resources/megabytes';
import { formats, t } from '../base/l10n';

type Fact = readonly [name: string, value: string];

export function describeFacts({ stats, hardware, health }: Facts): readonly Fact[] {
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
    [t('Health checked'), toFactText(health?.['updated_at'])],
    [t('Processor'), toFactText(hardware?.['processorName'])],
    [t('Cores'), toFactText(hardware?.['totalCPUCore'])],
    [t('Kernel'), toFactText(hardware?.['kernelVersion'])],
    [t('Uptime'), toFactText(hardware?.['uptime'])],
    [t('Location'), toFactText(stats?.['country'])],
  ];
  return facts.filter(([, value]) => value !== '');
}

function toFactText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
