import type { Resource } from '../../resources/kinds/kind';
import type { Facts } from '../../resources/serverFacts';
import { formats } from '../formats';
import { t } from '../l10n';

type Fact = readonly [name: string, value: string];

/** A server's health and hardware in words; what the service did not say is left out. */
export function describeFacts({ stats, hardware, health }: Facts): readonly Fact[] {
  const facts: Fact[] = [
    [t('Memory'), ofTotal(health, 'usedMemory', 'totalMemory', t('MB'))],
    [t('Disk'), ofTotal(health, 'usedDiskSpace', 'totalDiskSpace', t('MB'))],
    [t('Load'), text(health?.['loadAverage'] ?? hardware?.['loadAvg'])],
    [t('Health as of'), text(health?.['updated_at'])],
    [t('Processor'), text(hardware?.['processorName'])],
    [t('Cores'), text(hardware?.['totalCPUCore'])],
    [t('Kernel'), text(hardware?.['kernelVersion'])],
    [t('Up for'), text(hardware?.['uptime'])],
    [t('Location'), text(stats?.['country'])],
  ];
  return facts.filter(([, value]) => value !== '');
}

function ofTotal(of: Resource | undefined, used: string, total: string, unit: string): string {
  const parts = [Number(of?.[used]), Number(of?.[total])];
  const [part = Number.NaN, whole = Number.NaN] = parts;
  if (!Number.isFinite(part) || !Number.isFinite(whole) || whole === 0) return '';
  const share = Math.round((100 * part) / whole);
  return t('{0} % of {1} {2}', share, formats.number(Math.round(whole)), unit);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
