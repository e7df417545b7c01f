import { fact, members, moment, outdatedNote, type Part } from './parts';
import type { BarItem, Item, Section } from '../../pages/model';
import { fullShare, loadOf, useOf, unitOf } from '../../resources/serverFacts';
import { toNumber } from '../../base/json';
import { formats, t } from '../../base/l10n';

type UseValues = Readonly<Record<string, unknown>>;

/** Usage at a point in time, as shares of the whole; undefined if the service doesn't say. */
export interface Sample {
  readonly at: number;
  readonly memory: number | undefined;
  readonly disk: number | undefined;
  readonly load: number | undefined;
}

/** How many samples are kept: an hour of a panel that stays visible. */
const mostSamples = 60;

export function keepSample(
  samples: readonly Sample[],
  health: unknown,
  at: number,
): readonly Sample[] {
  const values = members(health);
  const sample = {
    at,
    memory: useOf(values, 'memory')?.share,
    disk: useOf(values, 'disk')?.share,
    load: loadOf(values),
  };
  return [...samples, sample].slice(-mostSamples);
}

/** Memory, disk and load, each once: from the last report, or else from the machine's facts. */
export function useSection(health: Part, hardware: Part, samples: readonly Sample[]): Section {
  const section = { id: 'health', title: t('Usage'), empty: t('No data.') };
  const machine = hardware.state === 'there' ? members(hardware.value) : {};
  if (health.state === 'loading') return { ...section, items: [], isLoading: true };
  const items = health.state === 'there' ? fromHealth(members(health.value), machine, samples) : [];
  if (items.length > 0) {
    return { ...section, ...(health.state === 'there' ? outdatedNote(health) : {}), items };
  }
  if (hardware.state === 'loading') return { ...section, items: [], isLoading: true };
  const instead = fromHardware(machine);
  return health.state === 'failed'
    ? { id: section.id, title: section.title, note: health.text, items: instead }
    : { ...section, items: instead };
}

function fromHealth(values: UseValues, machine: UseValues, samples: readonly Sample[]): Item[] {
  const cores = toNumber(machine['totalCPUCore']);
  const trend = (name: 'memory' | 'disk' | 'load', whole = 1): Trend =>
    trendOf(samples.map((sample) => ({ at: sample.at, share: divide(sample[name], whole) })));
  const items: Item[] = [
    ...usage(t('Memory'), useOf(values, 'memory'), 'MB', trend('memory')),
    ...usage(t('Disk'), useOf(values, 'disk'), 'MB', trend('disk')),
    ...load(values['loadAverage'], cores, trend('load', cores)),
  ];
  return items.length === 0 ? [] : [...items, moment(t('Last report'), values['updated_at'])];
}

function fromHardware(values: UseValues): Item[] {
  return [
    ...usage(t('Memory'), useOf(values, 'memory'), 'GB', {}),
    ...usage(t('Disk'), useOf(values, 'disk'), 'GB', {}),
    ...load(values['loadAvg'], toNumber(values['totalCPUCore']), {}),
  ];
}

type Trend = Pick<BarItem, 'trend'>;

function trendOf(
  samples: readonly { readonly at: number; readonly share: number | undefined }[],
): Trend {
  const shares = samples.flatMap(({ share }) => (share === undefined ? [] : [share]));
  const [first] = samples;
  if (!first || shares.length < 2) return {};
  const least = formats.percent(Math.min(...shares));
  const most = formats.percent(Math.max(...shares));
  const since = formats.time(first.at);
  const text =
    least === most ? t('{0} since {1}', least, since) : t('{0}–{1} since {2}', least, most, since);
  return { trend: { shares, text } };
}

/** A bar, if the use is known: a service may omit it. */
function usage(
  label: string,
  use: ReturnType<typeof useOf>,
  unit: string,
  trend: Trend,
): BarItem[] {
  if (!use) return [];
  const { used, total, share } = use;
  const shown = unit === 'MB' ? unitOf(total) : { unit, size: 1 };
  const text = t(
    '{0} of {1} {2}, {3}',
    formats.number(used / shown.size),
    formats.number(total / shown.size),
    shown.unit,
    formats.percent(share),
  );
  return [toBar(label, share, text, trend)];
}

function load(value: unknown, cores: number | undefined, trend: Trend): Item[] {
  const now = toNumber(value);
  const share = divide(now, cores);
  if (now === undefined || share === undefined) {
    return value === undefined || value === null ? [] : [fact(t('Load average'), value)];
  }
  const text = t('{0} on {1} cores', formats.number(now), formats.number(cores ?? 0));
  return [toBar(t('Load average'), share, text, trend)];
}

function toBar(label: string, share: number, text: string, trend: Trend): BarItem {
  const isHigh = share >= fullShare;
  return {
    type: 'bar',
    label,
    share,
    text: isHigh ? t('{0}: high', text) : text,
    isHigh,
    ...trend,
  };
}

function divide(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;
}
