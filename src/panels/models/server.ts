import { type StoreChange } from '../../resources/store/resourceStore';
import { findKind } from '../../resources/kinds/kinds';
import { hasTable } from '../kindsWithPanel';
import {
  type CertificateCheck,
  certificateSection,
  checkCertificates,
  nameCertificates,
} from './serverCertificates';
import { firewallSection } from './serverFirewall';
import { readRules } from '../../resources/lockOut/whoGetsIn';
import { keepSample, type Sample, useSection } from './serverUse';
import { Overview } from './overview';
import {
  commonButtons,
  fact,
  members,
  moment,
  objects,
  type Part,
  type Presses,
  recentEvents,
  rowButtons,
  sectionOf,
  unofferedNote,
  yesOrNoItem,
} from './parts';
import {
  readServerHardware,
  readServerHealth,
  readServerStats,
} from '../../api/contract/serverFacts';
import type { Resource } from '../../resources/kinds/kind';
import {
  collectionBelow,
  type CollectionReference,
  itemOf,
  type ResourceReference,
  rulesBeside,
} from '../../resources/reference';
import type { Draw, Drawing, PanelKind } from '../panelKind';
import { nameTransfer } from '../../resources/kinds/server';
import { withPercent } from '../../resources/kinds/service';
import { toFieldId } from '../fieldId';
import { toVisible } from '../../base/foreignText';
import { nameConstant, namePhp, nameProvider } from '../../resources/names/constants';
import type { Page } from '../../api/paging';
import type { CountItem, FactItem, Row, Section, Tone } from '../../pages/model';
import { formats, t } from '../../base/l10n';

const endpoints = {
  health: readServerHealth,
  hardware: readServerHardware,
  stats: readServerStats,
} as const;

export const serverPanel: PanelKind = {
  id: 'server',
  kind: 'server',
  open: () => new ServerOverview(),
};

class ServerOverview extends Overview<ServerPartName> {
  #samples: readonly Sample[] = [];
  #check: CertificateCheck | undefined;
  #asked = '';

  constructor() {
    super(serverPartNames);
  }

  /** Keeps what was read before if it can't be read again, and says so. */
  readonly sample: Draw = async (to) => {
    const before = this.parts;
    // What the service doesn't offer isn't requested each minute.
    if (to.store.peek(servicesOf(to.reference))) to.store.outdateBelow(servicesOf(to.reference));
    await Promise.all(
      (['health', 'services'] as const)
        .filter((name) => before[name].state !== 'unoffered')
        .map((name) => this.read(name, to, before[name])),
    );
    this.draw(to);
  };

  dependsOn({ collection }: StoreChange, reference: ResourceReference): boolean {
    const { account, kind, parents } = collection;
    const isBelow = account === reference.account && parents[0] === reference.ids[0];
    return isBelow && ['service', 'ssl', 'firewallRule'].includes(kind);
  }

  ask(typed: string): void {
    this.#asked = typed;
  }

  readonly redraw: Draw = async (to) => {
    if (this.parts.firewall.state === 'there') await this.read('firewall', to);
    if (!to.store.peek(servicesOf(to.reference))) {
      await this.read('services', to, this.parts.services);
    }
    await nameCertificates(to);
    this.draw(to);
  };

  readonly handlers: Readonly<Record<string, Draw>> = {
    checkCertificates: async (to) => {
      if (this.#check?.isRunning) return;
      await checkCertificates(to, (check) => {
        this.#check = check;
        this.draw(to);
      });
    },
  };

  protected override outdate({ store, reference }: Drawing): void {
    store.outdateBelow(servicesOf(reference));
    store.outdateBelow(rulesBeside(reference));
  }

  protected override async readPart(name: ServerPartName, to: Drawing): Promise<unknown> {
    const { client, store, now, reference, signal } = to;
    if (name === 'services') return (await store.list(servicesOf(reference), { signal })).items;
    if (name === 'firewall') return readRules(store, reference, { signal });
    if (name === 'webApplications') {
      const applications = collectionBelow(reference, 'webApplication');
      const [page] = await Promise.all([
        client.page(applications, 1, { signal }),
        nameCertificates(to),
      ]);
      return page;
    }
    if (name === 'log') {
      return (await client.page(collectionBelow(reference, 'logEntry'), 1, { signal })).items;
    }
    const part = await client.perform(reference, endpoints[name], undefined, { signal });
    if (name === 'health' && !signal.aborted) {
      this.#samples = keepSample(this.#samples, part, now());
    }
    return part;
  }

  protected override draw(to: Drawing): void {
    const listing = to.store.peek(servicesOf(to.reference));
    const { services } = this.parts;
    const parts =
      listing && services.state === 'there'
        ? { ...this.parts, services: { ...services, value: listing.items } }
        : this.parts;
    const { resource: server } = this;
    const { reference } = to;
    const presses: Presses = {
      copy: { command: 'copy', target: reference },
      allEvents: { command: 'openTable', target: collectionBelow(reference, 'logEntry') },
    };
    const events = sectionOf('log', t('Recent Events'), parts.log);
    to.show({
      title: toVisible(server['name']),
      state: toStateBadge(server, [parts.health, parts.services].every(isOutdated)),
      summary: serverSummary(server, parts.hardware),
      isGrid: true,
      buttons: [{ id: 'openSshTerminal', label: t('Open SSH Terminal') }, ...commonButtons()],
      sections: [
        useSection(parts.health, parts.hardware, this.#samples),
        countsSection(parts.stats, reference, presses),
        applicationsSection(parts.webApplications, reference, presses),
        certificateSection(this.#check, reference, to, presses),
        firewallSection(parts.firewall, this.#asked, reference, to, presses),
        servicesSection(parts.services, reference, presses),
        recentEvents(events, parts.log, { id: 'allEvents', label: t('Show All') }),
        factsSection(server, parts),
      ].filter((section) => !isUnoffered(section, parts)),
      presses,
    });
  }
}

function servicesOf(server: ResourceReference): CollectionReference {
  return collectionBelow(server, 'service');
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
    fact(t('Uptime'), typeof uptime === 'string' ? formats.spans(uptime) : uptime),
  ];
}

function applicationsSection(part: Part, reference: ResourceReference, presses: Presses): Section {
  const section = sectionOf('webApplications', t('Web Applications'), part);
  if (part.state !== 'there') return section;
  const { items, total } = part.value as Page<Resource>;
  const applications = collectionBelow(reference, 'webApplication');
  const rows = items.map((item): Row => {
    const { id: given, name, phpVersion } = item;
    const id = `webApplication/${toFieldId([String(given)])}`;
    presses[id] = { command: 'openOverview', target: itemOf(applications, item) };
    const label = toVisible(name ?? given);
    return {
      id,
      cells: [{ text: label, button: id }, { text: toVisible(namePhp(phpVersion ?? '–')) }],
      buttons: [],
    };
  });
  const shown = t('{0} of {1} shown.', rows.length, total ?? '?');
  return {
    ...section,
    ...(rows.length === total ? {} : { note: shown }),
    empty: t('No web applications.'),
    table: { columns: [t('Web Application'), t('PHP version')], first: 10, rows },
  };
}

/** How many services the overview shows; more than any server has. */
const mostServices = 100;

function servicesSection(part: Part, reference: ResourceReference, presses: Presses): Section {
  const section = { ...sectionOf('services', t('Services'), part), isWide: true };
  if (part.state !== 'there') return section;
  const rows = objects(part.value)
    .slice(0, mostServices)
    .map((service): Row => {
      const { version, memory, cpu, running } = service;
      const target = itemOf(servicesOf(reference), service);
      const row = {
        id: `service/${toFieldId([String(target.ids.at(-1))])}`,
        about: toVisible(service['name'] ?? service['id']),
      };
      const titles = {
        ...(running === true ? {} : { startService: t('Start') }),
        restartService: t('Restart'),
        ...(running === false ? {} : { stopService: t('Stop') }),
      };
      return {
        id: row.id,
        cells: [
          { text: row.about },
          runningCell(running),
          ...[version, memory, withPercent(cpu)].map((value) => ({
            text: value ? toVisible(value) : '–',
          })),
        ],
        buttons: rowButtons(row, target, titles, presses),
      };
    });
  const columns = [t('Service'), t('State'), t('Version'), t('Memory'), t('CPU')];
  return { ...section, table: { columns, rows } };
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

function countsSection(part: Part, reference: ResourceReference, presses: Presses): Section {
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
  for (const kind of [...countedKinds.map(([, counted]) => counted), ...tables]) {
    const command = hasTable(kind) ? 'openTable' : 'revealInTree';
    presses[`count/${kind}`] = { command, target: collectionBelow(reference, kind) };
  }
  return { ...section, items, buttons };
}

/** True if there's nothing to say about a section but that the service doesn't offer it. */
function isUnoffered(
  { id, items, buttons }: Section,
  parts: Readonly<Record<string, Part>>,
): boolean {
  return parts[id]?.state === 'unoffered' && items.length === 0 && !buttons;
}

function partTitles(): Readonly<Record<ServerPartName, string>> {
  return {
    health: t('Health report'),
    hardware: t('Processor'),
    services: t('Services'),
    stats: t('Counts'),
    webApplications: t('Web Applications'),
    firewall: t('Firewall'),
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
const serverPartNames = [
  'health',
  'hardware',
  'services',
  'stats',
  'webApplications',
  'firewall',
  'log',
] as const;
type ServerPartName = (typeof serverPartNames)[number];
type ServerParts = Readonly<Record<ServerPartName, Part>>;
