import { type StoreChange } from '../../resources/store/resourceStore';
import { findKind, type KindId } from '../../resources/kinds/kinds';
import { hasTable } from '../kindsWithPanel';
import { type CertificateCheck, certificateSection, checkCertificates } from './serverCertificates';
import { keepSample, type Sample, useSection } from './serverUse';
import { allLoading, readEach, withName } from '../panelReading';
import {
  commonButtons,
  fact,
  members,
  moment,
  objects,
  type Part,
  recentEventsTable,
  sectionOf,
  unofferedNote,
  unreadPart,
  yesOrNoItem,
} from './parts';
import { listDomains } from '../../api/contract/domain';
import { readSsl } from '../../api/contract/domainSsl';
import { readServer } from '../../api/contract/server';
import {
  listServerLogs,
  readServerHardware,
  readServerHealth,
  readServerStats,
  readServices,
} from '../../api/contract/serverFacts';
import { listWebApplications } from '../../api/contract/webApplication';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import type {
  Draw,
  PanelContent,
  PanelContext,
  PanelKind,
  PanelReader,
  Press,
  Show,
} from '../panelKind';
import { nameTransfer } from '../../resources/kinds/server';
import { withPercent } from '../../resources/kinds/service';
import { toFieldId } from '../fieldId';
import { toVisible } from '../../base/foreignText';
import { nameConstant, namePhp, nameProvider } from '../../resources/names/constants';
import type { CountItem, FactItem, Row, Section, Tone } from '../../pages/model';
import { t } from '../../base/l10n';

const endpoints = {
  health: readServerHealth,
  hardware: readServerHardware,
  stats: readServerStats,
} as const;

export const serverPanel: PanelKind = {
  id: 'server',
  kind: 'server',
  reads: [
    readServer,
    ...Object.values(endpoints),
    readServices,
    listServerLogs,
    listWebApplications,
    listDomains,
    readSsl,
  ],
  open: () => new ServerOverview(),
};

class ServerOverview implements PanelReader {
  #server: Resource = {};
  #parts: ServerParts = allLoading(serverPartNames);
  #samples: readonly Sample[] = [];
  #check: CertificateCheck | undefined;

  readonly load: Draw = async (context, reference, show, signal) => {
    const read = await context.client.read(reference, { signal });
    this.#server = withName(read, context, reference);
    this.#parts = allLoading(serverPartNames);
    const draw = (): void => this.#draw(context, reference, show);
    draw();
    context.store.outdateBelow(servicesOf(reference));
    await readEach(
      serverPartNames,
      (name) => this.#read(name, context, reference, signal),
      draw,
      signal,
    );
  };

  /** Keeps what was read before if it can't be read again, and says so. */
  readonly sample: Draw = async (context, reference, show, signal) => {
    const before = this.#parts;
    // What the service doesn't offer isn't requested each minute.
    if (context.store.peek(servicesOf(reference))) {
      context.store.outdateBelow(servicesOf(reference));
    }
    await Promise.all(
      (['health', 'services'] as const)
        .filter((name) => before[name].state !== 'unoffered')
        .map((name) => this.#read(name, context, reference, signal, before[name])),
    );
    this.#draw(context, reference, show);
  };

  dependsOn({ collection }: StoreChange, reference: ResourceReference): boolean {
    const { account, kind, parents } = collection;
    const isBelow = account === reference.account && parents[0] === reference.ids[0];
    return isBelow && (kind === 'service' || kind === 'ssl');
  }

  readonly redraw: Draw = async (context, reference, show, signal) => {
    if (!context.store.peek(servicesOf(reference))) {
      await this.#read('services', context, reference, signal, this.#parts.services);
    }
    this.#draw(context, reference, show);
  };

  readonly handlers: Readonly<Record<string, Draw>> = {
    checkCertificates: async (context, reference, show, signal) => {
      if (this.#check?.isRunning) return;
      await checkCertificates(context, reference, signal, (check) => {
        this.#check = check;
        this.#draw(context, reference, show);
      });
    },
  };

  /** @param instead what to keep, as outdated, if it can't be read. */
  async #read(
    name: ServerPartName,
    context: PanelContext,
    reference: ResourceReference,
    signal: AbortSignal,
    instead?: Part,
  ): Promise<void> {
    let part: Part;
    try {
      part = { state: 'there', value: await readServerPart(name, context, reference, signal) };
    } catch (error) {
      part = unreadPart(instead, error, context);
    }
    if (signal.aborted) return;
    this.#parts = { ...this.#parts, [name]: part };
    if (name === 'health' && part.state === 'there' && part.failure === undefined) {
      this.#samples = keepSample(this.#samples, part.value, context.now());
    }
  }

  #draw(context: PanelContext, reference: ResourceReference, show: Show): void {
    const listing = context.store.peek(servicesOf(reference));
    const { services } = this.#parts;
    const parts =
      listing && services.state === 'there'
        ? { ...this.#parts, services: { ...services, value: listing.items } }
        : this.#parts;
    const known = { server: this.#server, parts, samples: this.#samples, check: this.#check };
    show(toServerContent(known, reference, context));
  }
}

function servicesOf(server: ResourceReference): CollectionReference {
  return collectionBelow(server, 'service');
}

async function readServerPart(
  name: ServerPartName,
  { client, store }: PanelContext,
  reference: ResourceReference,
  signal: AbortSignal,
): Promise<unknown> {
  if (name === 'services') return (await store.list(servicesOf(reference), { signal })).items;
  if (name !== 'log') return client.perform(reference, endpoints[name], undefined, { signal });
  return (await client.page(collectionBelow(reference, 'logEntry'), 1, { signal })).items;
}

interface KnownServer {
  readonly server: Resource;
  readonly parts: ServerParts;
  readonly samples: readonly Sample[];
  readonly check: CertificateCheck | undefined;
}

function toServerContent(
  { server, parts, samples, check }: KnownServer,
  reference: ResourceReference,
  context: PanelContext,
): PanelContent {
  const certificates = certificateSection(check, reference, context);
  const services = servicesSection(parts.services, reference);
  const counts = countsSection(parts.stats, reference);
  const allEvents = { command: 'openTable', target: collectionBelow(reference, 'logEntry') };
  return {
    title: toVisible(server['name']),
    state: toStateBadge(server, [parts.health, parts.services].every(isOutdated)),
    summary: serverSummary(server, parts.hardware),
    isGrid: true,
    buttons: [{ id: 'openSshTerminal', label: t('Open SSH Terminal') }, ...commonButtons()],
    sections: [
      useSection(parts.health, parts.hardware, samples),
      counts.section,
      certificates.section,
      services.section,
      serverLogSection(parts.log),
      factsSection(server, parts),
    ].filter((section) => !isUnoffered(section, parts)),
    presses: {
      ...services.presses,
      ...counts.presses,
      ...certificates.presses,
      copy: { command: 'copy', target: reference },
      allEvents,
    },
  };
}

interface Pressable {
  readonly section: Section;
  readonly presses: Readonly<Record<string, Press>>;
}

function collectionBelow({ account, ids }: ResourceReference, kind: KindId): CollectionReference {
  return { account, kind, parents: ids };
}

/** True if the last sample failed. */
function isOutdated(part: Part): boolean {
  return part.state === 'there' && part.failure !== undefined;
}

function toStateBadge(
  server: Resource,
  isUnknown: boolean,
): { readonly text: string; readonly tone: Tone } {
  if (isUnknown) return { text: t('unknown'), tone: 'quiet' };
  const { state } = findKind('server').present(server);
  const isDown = server['connected'] === false || server['online'] === false;
  return {
    text: state === undefined ? t('unknown') : toVisible(state),
    tone: isDown ? 'bad' : server['online'] === true ? 'good' : 'quiet',
  };
}

function serverSummary(server: Resource, hardware: Part): FactItem[] {
  const address = fact(t('Address'), server['ipAddress']);
  const copy = { id: 'copy', label: t('Copy…'), about: t('Address') };
  const uptime = hardware.state === 'there' ? members(hardware.value)['uptime'] : undefined;
  return [
    server['ipAddress'] ? { ...address, button: copy } : address,
    fact(t('Provider'), nameProvider(server['provider'])),
    fact(t('Uptime'), uptime),
  ];
}

/** How many services the overview shows; more than any server has. */
const mostServices = 100;

function servicesSection(part: Part, reference: ResourceReference): Pressable {
  const section = { ...sectionOf('services', t('Services'), part), isWide: true };
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
          runningCell(running),
          ...[version, memory, withPercent(cpu)].map((value) => ({
            text: value ? toVisible(value) : '–',
          })),
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

function runningCell(running: unknown): Row['cells'][number] {
  if (typeof running !== 'boolean') return { text: '–' };
  return running ? { text: t('running'), tone: 'good' } : { text: t('stopped'), tone: 'bad' };
}

/** The number of each kind in a server's answer, and the words for it. */
const countedKinds = [
  ['webApplication', 'webApplication'],
  ['database', 'database'],
  ['cronJob', 'cronJob'],
  ['supervisor', 'supervisorJob'],
] as const;

/** Kinds that no answer counts, whose tables are worth a button. */
const tables = ['firewallRule', 'blockedAddress'] as const;

function countsSection(part: Part, reference: ResourceReference): Pressable {
  const section = sectionOf('stats', t('Resources'), part);
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
    const command = hasTable(kind) ? 'openTable' : 'revealInTree';
    return [`count/${kind}`, { command, target: collectionBelow(reference, kind) }];
  });
  return { section: { ...section, items, buttons }, presses: Object.fromEntries(presses) };
}

function serverLogSection(part: Part): Section {
  const section = { ...sectionOf('log', t('Recent Events'), part), isWide: true };
  if (part.state !== 'there') return section;
  return {
    ...section,
    empty: t('No events yet.'),
    buttons: [{ id: 'allEvents', label: t('Show All') }],
    table: recentEventsTable(part.value),
  };
}

/** True if there's nothing to say about a section but that the service doesn't offer it. */
function isUnoffered({ id, items }: Section, { health, services, log }: ServerParts): boolean {
  const parts: Readonly<Record<string, Part>> = { health, services, log };
  return parts[id]?.state === 'unoffered' && items.length === 0;
}

function partTitles(): Readonly<Record<ServerPartName, string>> {
  return {
    health: t('Health report'),
    hardware: t('Processor'),
    services: t('Services'),
    stats: t('Counts'),
    log: t('Recent Events'),
  };
}

function factsSection(server: Resource, parts: ServerParts): Section {
  const { hardware } = parts;
  const titles = partTitles();
  const left = serverPartNames.filter((name) => parts[name].state === 'unoffered');
  const machine = hardware.state === 'there' ? members(hardware.value) : {};
  return {
    id: 'facts',
    title: t('Details'),
    isWide: true,
    ...(hardware.state === 'failed'
      ? { note: hardware.text }
      : unofferedNote(left.map((name) => titles[name]))),
    items: [
      fact(t('System'), [server['os'], server['osVersion']].filter(Boolean).join(' ')),
      fact(t('Kernel'), machine['kernelVersion']),
      fact(t('Processor'), machine['processorName']),
      fact(t('Cores'), machine['totalCPUCore']),
      fact(t('Web server'), nameConstant(server['stack'])),
      fact(t('PHP CLI'), namePhp(server['phpCLIVersion'])),
      fact(t('Agent'), server['agentVersion']),
      yesOrNoItem(t('Automatic software updates'), server['softwareUpdate']),
      yesOrNoItem(t('Automatic security updates'), server['securityUpdate']),
      fact(t('Transfer'), nameTransfer(server['transferStatus'])),
      moment(t('Created'), server['created_at']),
    ],
  };
}

/** Further operations for the overview, all observed. */
const serverPartNames = ['health', 'hardware', 'services', 'stats', 'log'] as const;
type ServerPartName = (typeof serverPartNames)[number];
type ServerParts = Readonly<Record<ServerPartName, Part>>;
