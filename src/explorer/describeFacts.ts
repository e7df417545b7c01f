import type { Resource } from '../resources/kinds/kind';
import type { Facts } from '../resources/serverFacts';
import { unitOf } from '../resources/megabytes';
import { formats, t } from '../base/l10n';

type Fact = readonly [name: string, value: string];

/** Describes a server's health and hardware; omits what the service didn't report. */
export function describeFacts({ stats, hardware, health }: Facts): readonly Fact[] {
  const ofTotal = (of: Resource | undefined, used: string, total: string): string => {
    const [part, whole] = [Number(of?.[used]), Number(of?.[total])];
    if (!Number.isFinite(part) || !Number.isFinite(whole) || whole === 0) return '';
    const share = formats.percent(part / whole);
    const { unit, size } = unitOf(whole);
    return t('{0} of {1} {2}', share, formats.number(whole / size), unit);
  };
  const facts: Fact[] = [
    [t('Memory'), ofTotal(health, 'usedMemory', 'totalMemory')],
    [t('Disk'), ofTotal(health, 'usedDiskSpace', 'totalDiskSpace')],
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
