import { nameTransfer } from '../../resources/kinds/server';
import {
  commonButtons,
  fact,
  members,
  moment,
  objects,
  type Part,
  sectionOf,
  yesOrNoItem,
  recentEventsTable,
} from './parts';
import type { ServerParts } from './serverParts';
import { type CertificateCheck, certificateSection } from './serverCertificates';
import { type Sample, useSection } from './serverUse';
import { toFieldId } from '../fieldId';
import { toVisible } from '../../base/foreignText';
import type { Language } from '../../base/formats';
import type { Translate } from '../../base/translate';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import { nameConstant, namePhp, nameProvider } from '../../resources/names/constants';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference, Target } from '../../resources/reference';
import type { CountItem, FactItem, Row, Section, Tone } from '../../pages/model';
import type { PanelContent, PanelContext, Press } from '../panelKind';

/** What is known of a server. */
interface KnownServer {
  readonly server: Resource;
  readonly parts: ServerParts;
  readonly samples: readonly Sample[];
  readonly check: CertificateCheck | undefined;
}

/** What the server overview shows. */
export function toServerContent(
  { server, parts, samples, check }: KnownServer,
  reference: ResourceReference,
  context: PanelContext,
): PanelContent {
  const { t } = context;
  const certificates = certificateSection(check, reference, context);
  const services = servicesSection(parts.services, reference, t);
  const counts = countsSection(parts.stats, reference, t);
  const allEvents = { command: 'openTable', target: collectionBelow(reference, 'logEntry') };
  return {
    title: toVisible(server['name']),
    state: toStateBadge(server, context),
    summary: serverSummary(server, parts.hardware, t),
    isGrid: true,
    buttons: [{ id: 'openSshTerminal', label: t('Open SSH Terminal') }, ...commonButtons(t)],
    sections: [
      useSection(parts.health, parts.hardware, samples, context),
      counts.section,
      certificates.section,
      services.section,
      serverLogSection(parts.log, t),
      factsSection(server, parts.hardware, t),
    ],
    presses: {
      ...services.presses,
      ...counts.presses,
      ...certificates.presses,
      copyAddress: { command: 'copyAddress', target: reference },
      allEvents,
    },
  };
}

interface Pressable {
  readonly section: Section;
  readonly presses: Readonly<Record<string, Press>>;
}

function collectionBelow({ account, ids }: ResourceReference, kind: Target['kind']): Target {
  return { account, kind, parents: ids };
}

function toStateBadge(
  server: Resource,
  language: Language,
): { readonly text: string; readonly tone: Tone } {
  const { state } = findKind('server').present(server, language);
  const isDown = server['connected'] === false || server['online'] === false;
  return {
    text: state === undefined ? language.t('unknown') : toVisible(state),
    tone: isDown ? 'bad' : server['online'] === true ? 'good' : 'quiet',
  };
}

function serverSummary(server: Resource, hardware: Part, t: Translate): FactItem[] {
  const address = fact(t('Address'), server['ipAddress']);
  const copy = { id: 'copyAddress', label: t('Copy'), about: t('Address') };
  const uptime = hardware.state === 'there' ? members(hardware.value)['uptime'] : undefined;
  return [
    server['ipAddress'] ? { ...address, button: copy } : address,
    fact(t('Provider'), nameProvider(server['provider'])),
    fact(t('Uptime'), uptime),
  ];
}

/** How many services the overview shows; more than any server has. */
const mostServices = 100;

function servicesSection(part: Part, reference: ResourceReference, t: Translate): Pressable {
  const section = { ...sectionOf('services', t('Services'), part, t), isWide: true };
  if (part.state !== 'there') return { section, presses: {} };
  const presses: Record<string, Press> = {};
  const rows = objects(part.value)
    .slice(0, mostServices)
    .map((service): Row => {
      const { version, memory, cpu, running } = service;
      const name = service['id'] as ResourceId;
      const id = `service/${toFieldId([String(name)])}`;
      const label = toVisible(service['name'] ?? name);
      const target = {
        ...reference,
        kind: 'service' as const,
        ids: [...reference.ids, name],
      };
      const orders = [
        ...(running === true ? [] : [['startService', t('Start')] as const]),
        ['restartService', t('Restart')] as const,
        ...(running === false ? [] : [['stopService', t('Stop')] as const]),
      ];
      for (const [command] of orders) presses[`${id}/${command}`] = { command, target };
      return {
        id,
        cells: [
          { text: label },
          runningCell(running, t),
          ...[version, memory, cpu].map((value) => ({ text: value ? toVisible(value) : '–' })),
        ],
        buttons: orders.map(([command, title]) => ({
          id: `${id}/${command}`,
          label: title,
          about: label,
        })),
      };
    });
  const columns = [t('Service'), t('State'), t('Version'), t('Memory'), t('CPU')];
  return { section: { ...section, table: { columns, rows } }, presses };
}

function runningCell(running: unknown, t: Translate): Row['cells'][number] {
  if (typeof running !== 'boolean') return { text: '–' };
  return running ? { text: t('running'), tone: 'good' } : { text: t('stopped'), tone: 'bad' };
}

/** What a server has, by kind: the number in its answer, and the words for it. */
const countedKinds = [
  ['webApplication', 'webApplication'],
  ['database', 'database'],
  ['cronJob', 'cronJob'],
  ['supervisor', 'supervisorJob'],
] as const;

/** Kinds that no answer counts, whose tables are worth a button. */
const tables = ['firewallRule', 'blockedAddress'] as const;

function countsSection(part: Part, reference: ResourceReference, t: Translate): Pressable {
  const section = sectionOf('stats', t('Resources'), part, t);
  const values = part.state === 'there' ? members(members(part.value)['stats']) : {};
  const items = countedKinds.flatMap(([name, kind]): CountItem[] => {
    const label = t(findKind(kind).names.many);
    const button = { id: `count/${kind}`, label: t('Show {0}', label) };
    const value = values[name];
    return value === undefined || value === null
      ? []
      : [{ type: 'count', label, value: toVisible(value), button }];
  });
  const buttons = tables.map((kind) => {
    return { id: `count/${kind}`, label: t(findKind(kind).names.many) };
  });
  const kinds = [...countedKinds.map(([, kind]) => kind), ...tables];
  const presses = kinds.map((kind): [string, Press] => {
    const command =
      kind === 'supervisorJob' || kind === 'firewallRule' || kind === 'blockedAddress'
        ? 'openTable'
        : 'revealInTree';
    return [`count/${kind}`, { command, target: collectionBelow(reference, kind) }];
  });
  return { section: { ...section, items, buttons }, presses: Object.fromEntries(presses) };
}

function serverLogSection(part: Part, t: Translate): Section {
  const section = { ...sectionOf('log', t('Recent Events'), part, t), isWide: true };
  if (part.state !== 'there') return section;
  return {
    ...section,
    empty: t('No events yet.'),
    buttons: [{ id: 'allEvents', label: t('Show All') }],
    table: recentEventsTable(part.value, t),
  };
}

function factsSection(server: Resource, hardware: Part, t: Translate): Section {
  const machine = hardware.state === 'there' ? members(hardware.value) : {};
  return {
    id: 'facts',
    title: t('Details'),
    isWide: true,
    ...(hardware.state === 'failed' ? { note: hardware.text } : {}),
    items: [
      fact(t('System'), [server['os'], server['osVersion']].filter(Boolean).join(' ')),
      fact(t('Kernel'), machine['kernelVersion']),
      fact(t('Processor'), machine['processorName']),
      fact(t('Cores'), machine['totalCPUCore']),
      fact(t('Web server'), nameConstant(server['stack'], t)),
      fact(t('PHP CLI'), namePhp(server['phpCLIVersion'])),
      fact(t('Agent'), server['agentVersion']),
      yesOrNoItem(t('Automatic software updates'), server['softwareUpdate'], t),
      yesOrNoItem(t('Automatic security updates'), server['securityUpdate'], t),
      fact(t('Transfer'), nameTransfer(server['transferStatus'], t)),
      moment(t('Created'), server['created_at']),
    ],
  };
}
