import { commonButtons, fact, members, moment, objects, toMoment, yesOrNo } from './parts';
import { readServer } from '../../../api/contract/server';
import {
  listServerLogs,
  readServerHardware,
  readServerHealth,
  readServerStats,
  readServices,
} from '../../../api/contract/serverFacts';
import type { Resource } from '../../../resources/kinds/kind';
import type { Translate } from '../../../shared/translate';
import type { BarItem, EntryItem, Item, Section } from '../../../webviews/model';
import type { PanelContent, PanelContext, PanelKind } from '../panelKind';
import { toVisible } from '../../safeText';

/** A part of the overview: still on its way, there, or failed with a reason in words. */
export type Part =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly value: unknown }
  | { readonly state: 'failed'; readonly text: string };

/** What the overview is made of beside the server itself; all of it merely observed. */
export const partNames = ['health', 'hardware', 'services', 'stats', 'log'] as const;
type PartName = (typeof partNames)[number];
/** The parts as far as they are known. */
export type Parts = Readonly<Record<PartName, Part>>;

/** What texts are made with. */
type Language = Pick<PanelContext, 't' | 'formats'>;

const endpoints = {
  health: readServerHealth,
  hardware: readServerHardware,
  services: readServices,
  stats: readServerStats,
} as const;

/** The overview of a server (reference §2.1): its parts come in as they are read. */
export const serverPanel: PanelKind = {
  kind: 'server',
  reads: [readServer, ...Object.values(endpoints), listServerLogs],
  async load(context, reference, show, signal) {
    const { client } = context;
    const server = await client.read(reference, { signal });
    let parts = Object.fromEntries(
      partNames.map((name) => [name, { state: 'loading' }]),
    ) as unknown as Parts;
    const draw = (): void => show(toServerContent(server, parts, context));
    draw();
    await Promise.all(
      partNames.map(async (name) => {
        const part = await readPart(context, async () => {
          if (name !== 'log')
            return client.perform(reference, endpoints[name], undefined, { signal });
          const { account, ids: parents } = reference;
          return (await client.page({ account, kind: 'logEntry', parents }, 1, { signal })).items;
        });
        parts = { ...parts, [name]: part };
        if (!signal.aborted) draw();
      }),
    );
  },
};

async function readPart(
  { describeError }: PanelContext,
  read: () => Promise<unknown>,
): Promise<Part> {
  try {
    return { state: 'there', value: await read() };
  } catch (error) {
    return { state: 'failed', text: describeError(error) };
  }
}

/** What the overview of a server shows. */
export function toServerContent(
  server: Resource,
  parts: Parts,
  { t, formats }: Language,
): PanelContent {
  return {
    title: toVisible(server['name']),
    buttons: [{ id: 'openEventLog', label: t('Event Log') }, ...commonButtons(t)],
    sections: [
      { id: 'facts', title: t('Server'), items: facts(server, t) },
      section('health', t('Health'), parts, t, (value) => health(members(value), { t, formats })),
      section('hardware', t('Hardware'), parts, t, (value) =>
        hardware(members(value), { t, formats }),
      ),
      section('services', t('Services'), parts, t, (value) => services(members(value), t)),
      section('stats', t('What Is on It'), parts, t, (value) => stats(members(value), t)),
      section('log', t('Recent Events'), parts, t, (value) => log(value)),
    ],
  };
}

function section(
  name: PartName,
  title: string,
  parts: Parts,
  t: Translate,
  toItems: (value: unknown) => Item[],
): Section {
  const part = parts[name];
  if (part.state === 'loading') return { id: name, title, items: [], isLoading: true };
  if (part.state === 'failed') return { id: name, title, note: part.text, items: [] };
  return { id: name, title, items: toItems(part.value), empty: t('The service tells nothing.') };
}

function facts(server: Resource, t: Translate): Item[] {
  const { softwareUpdate, securityUpdate } = server;
  return [
    fact(t('IP address'), server['ipAddress']),
    yesOrNo(t('Connected'), server['connected'], t),
    yesOrNo(t('Online'), server['online'], t),
    fact(t('Provider'), server['provider']),
    fact(t('Web server'), server['stack']),
    fact(t('System'), [server['os'], server['osVersion']].filter(Boolean).join(' ')),
    fact(t('PHP CLI'), server['phpCLIVersion']),
    fact(t('Agent'), server['agentVersion']),
    yesOrNo(t('Automatic software updates'), softwareUpdate, t),
    yesOrNo(t('Automatic security updates'), securityUpdate, t),
    fact(t('Transfer'), server['transferStatus']),
    moment(t('Created'), server['created_at']),
  ];
}

function health(values: Readonly<Record<string, unknown>>, language: Language): Item[] {
  const { t } = language;
  return [
    ...usage(t('Memory'), values['usedMemory'], values['totalMemory'], 'MB', language),
    ...usage(t('Disk'), values['usedDiskSpace'], values['totalDiskSpace'], 'MB', language),
    fact(t('Load average'), values['loadAverage']),
    moment(t('Reported'), values['updated_at']),
  ];
}

function hardware(values: Readonly<Record<string, unknown>>, language: Language): Item[] {
  const { t } = language;
  const { totalMemory, freeMemory, diskTotal, diskFree } = values;
  const memory = usage(t('Memory'), used(totalMemory, freeMemory), totalMemory, 'GB', language);
  return [
    ...memory,
    ...usage(t('Disk'), used(diskTotal, diskFree), diskTotal, 'GB', language),
    fact(t('Processor'), values['processorName']),
    fact(t('Cores'), values['totalCPUCore']),
    ...(memory.length > 0 ? [] : [fact(t('Memory in GB'), totalMemory)]),
    fact(t('Load average'), values['loadAvg']),
    fact(t('Kernel'), values['kernelVersion']),
    fact(t('Running for'), values['uptime']),
  ];
}

/** How much of something is used, where it is told how much is left. */
function used(total: unknown, left: unknown): number {
  return toNumber(total) - toNumber(left);
}

/** A number of the service, which may be written as text; none where it is left out. */
function toNumber(value: unknown): number {
  return value === null || value === undefined || value === '' ? Number.NaN : Number(value);
}

/** From which share on something is nearly used up. */
const high = 0.85;

/** A bar, where both numbers are there: a service may leave either out. */
function usage(
  label: string,
  taken: unknown,
  total: unknown,
  unit: string,
  { t, formats }: Language,
): BarItem[] {
  const share = toNumber(taken) / toNumber(total);
  if (!Number.isFinite(share)) return [];
  const isBig = unit === 'MB' && Number(total) >= 10_240;
  const format = (value: unknown): string => formats.number(Number(value) / (isBig ? 1_024 : 1));
  const text = t(
    '{0} of {1} {2}, {3} %',
    format(taken),
    format(total),
    isBig ? 'GB' : unit,
    Math.round(share * 100),
  );
  const isHigh = share >= high;
  return [{ type: 'bar', label, share, text: isHigh ? t('{0}: high', text) : text, isHigh }];
}

function services(values: Readonly<Record<string, unknown>>, t: Translate): EntryItem[] {
  return Object.values(values).map((value) => {
    const { name, version, memory, cpu, running } = members(value);
    return {
      type: 'entry',
      label: toVisible(name),
      detail: [
        version ? toVisible(version) : '',
        memory ? t('memory {0}', toVisible(memory)) : '',
        cpu ? t('CPU {0}', toVisible(cpu)) : '',
      ]
        .filter(Boolean)
        .join(' · '),
      badge: running === true ? t('running') : t('stopped'),
      tone: running === true ? 'good' : 'bad',
    };
  });
}

function stats(values: Readonly<Record<string, unknown>>, t: Translate): Item[] {
  const counts = members(values['stats']);
  return [
    fact(t('Web applications'), counts['webApplication']),
    fact(t('Databases'), counts['database']),
    fact(t('Cron jobs'), counts['cronJob']),
    fact(t('Supervisor jobs'), counts['supervisor']),
    fact(t('Country'), values['country']),
  ];
}

/** How many events the overview shows. */
const recent = 10;

function log(value: unknown): EntryItem[] {
  return objects(value)
    .slice(0, recent)
    .map(({ content, kind, created_at }) => {
      const at = toMoment(created_at);
      return {
        type: 'entry',
        label: toVisible(content),
        badge: toVisible(kind),
        tone: kind === 'Warning' ? 'bad' : 'quiet',
        ...(at ? { at } : { detail: toVisible(created_at ?? '') }),
      };
    });
}
