// The hunt for statements that aren't so: what wasn't read is never shown as fine, none or as before.
import assert from 'node:assert/strict';
import type { Account } from '../../src/accounts/account';
import type { Sessions } from '../../src/accounts/sessions';
import { actions } from '../../src/actions/actions';
import type { AgreedServices } from '../../src/agents/tools/tool';
import { listResources, readResource } from '../../src/agents/tools/tools';
import { unseenFirewall } from '../support/panelContext';
import { foreign, toRaw } from '../../src/base/foreignText';
import { atOnce } from '../../src/base/pieces';
import { collect } from '../../src/api/paging';
import type { Field, Setting } from '../../src/documents/creations/fields';
import { toContent, toText } from '../../src/documents/content';
import { creations } from '../../src/documents/creations/creations';
import { maskCredentials } from '../../src/documents/maskCredentials';
import { missingParts } from '../../src/documents/plan/savePlan';
import { describeFacts } from '../../src/resources/serverFacts';
import type { TreeNode } from '../../src/explorer/nodes';
import { TreeContent } from '../../src/explorer/treeContent';
import { createSources, type TreeSources } from '../../src/explorer/treeSources';
import { findAreas } from '../../src/findings/areas';
import { Checker, otherParts, urgentParts } from '../../src/findings/checker';
import { evaluate } from '../../src/findings/evaluate';
import { gather } from '../../src/findings/knowledge';
import { topRows } from '../../src/findings/rows';
import { describeAreas } from '../../src/findings/view/words';
import type { Item, Section } from '../../src/pages/model';
import { Fleet } from '../../src/panels/fleet/fleet';
import type { PanelContent, PanelContext, PanelKind } from '../../src/panels/panelKind';
import { panelKinds } from '../../src/panels/panelKinds';
import { tablePanels } from '../../src/panels/models/tables';
import { readReport } from '../../src/panels/reports/readReport';
import { reports } from '../../src/panels/reports/reports';
import { exportFolder } from '../../src/pending/folders/exportFolder';
import { planFolder } from '../../src/pending/folders/planFolder';
import { openFolder, readFolder } from '../../src/pending/folders/readFiles';
import { readTree, type TreeReading, walkTree } from '../../src/pending/folders/readTree';
import type { ResourceId } from '../../src/resources/kinds/kind';
import { type KindId, kinds, lineage, type ResourceKind } from '../../src/resources/kinds/kinds';
import { findResource, presentIn } from '../../src/resources/names/resourceNames';
import type { Target } from '../../src/resources/reference';
import { ResourceClient } from '../../src/resources/resourceClient';
import { ResourceStore } from '../../src/resources/store/resourceStore';
import { isArrayShape } from '../contract/literal/checkShape';
import { documented } from '../contract/literal/documented';
import { observed } from '../contract/literal/observed';
import type { Operation } from '../contract/literal/operation';
import type { FieldType, Shape } from '../contract/literal/shape';
import { FakeClock, settle } from '../support/fakeClock';
import { MemoryFolder } from '../support/memoryFolder';
import { MemoryFiles } from '../support/pending/folders/folderWorld';
import { sharedValues } from '../support/sharedValues';
import { clientOf } from '../support/testClient';

const account = 'service';
const own = {
  id: account,
  label: 'Example',
  authentication: 'token',
  baseUrl: 'http://service.test',
} as unknown as Account;
const inHalfAYear = new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10);
const unending = (): AbortSignal => new AbortController().signal;

/** Every read, those of single things after those with fixed paths. */
const operations = [...documented, ...observed]
  .filter(({ method }) => method === 'GET')
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map((operation) => ({
    ...operation,
    matches: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Values of a service where all is well, by the name of the field. */
const values: Readonly<Record<string, unknown>> = {
  advancedSSL: false,
  agentVersion: '1.2',
  availableDiskSpace: 9_000,
  availableMemory: 9_000,
  command: '/bin/true',
  enabled: 1,
  diskFree: 9,
  diskTotal: 10,
  firewallAction: 'accept',
  freeMemory: 9,
  ipAddress: '203.0.113.7',
  label: 'job',
  latestDeployment: { status: 'COMPLETED', hashShort: 'abc' },
  level: 'Info',
  loadAverage: 0.5,
  loadAvg: 0.5,
  osVersion: '24.04',
  phpCLIVersion: 'php84',
  phpVersion: 'php84',
  port: '443',
  preventRootLogin: true,
  passwordlessLogin: true,
  protocol: 'tcp',
  renewalDate: inHalfAYear,
  status: 'RUNNING',
  time: '0 5 * * *',
  totalCPUCore: 4,
  totalDiskSpace: 10_000,
  totalMemory: 10_000,
  transferStatus: 'AVAILABLE',
  type: 'wordpress',
  updated_at: '2026-05-31 10:00:00',
  usedDiskSpace: 1_000,
  usedMemory: 1_000,
  username: 'web',
  validUntil: inHalfAYear,
};

const examples: Readonly<Partial<Record<FieldType, unknown>>> = {
  integer: 7,
  'integer or null': 7,
  number: 7,
  boolean: true,
  'boolean or null': true,
  timestamp: '2026-05-06 07:08:09',
  'ISO timestamp': '2026-05-06T07:08:09.123456Z',
  object: {},
  array: [11],
};

function exampleOf(shape: Shape, name = 'any'): unknown {
  if (typeof shape === 'string') return values[name] ?? examples[shape] ?? name;
  if (isArrayShape(shape)) return [exampleOf(shape[0], name)];
  if ('*' in shape) return { job: exampleOf(shape['*'] ?? 'anything') };
  if ('per_page' in shape)
    return { total: 1, count: 1, per_page: 40, current_page: 1, total_pages: 1 };
  return Object.fromEntries(
    Object.entries(shape).map(([field, each]) => [field, exampleOf(each, field)]),
  );
}

const faults = ['refused', 'signedOut', 'late', 'otherPage', 'nothing', 'bare', 'odd'] as const;
type Fault = (typeof faults)[number];

/** An answer without what was asked: all fields absent, or of a type that nothing has. */
function spoil(answer: unknown, replace: (value: unknown) => unknown): unknown {
  if (Array.isArray(answer)) return answer.map((item) => spoil(item, replace));
  if (typeof answer !== 'object' || answer === null) return replace(answer);
  if ('data' in answer && 'meta' in answer) return { ...answer, data: spoil(answer.data, replace) };
  const isMap = Object.values(answer).every((value) => typeof value === 'object');
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      isMap ? spoil(value, replace) : name === 'id' ? value : replace(value),
    ]),
  );
}

/** A service where one read goes wrong. */
class Service {
  fault: { readonly id: string; readonly is: Fault } | undefined;
  asked = new Set<string>();
  #answering = 0;

  readonly fetch = async (input: string | URL | Request): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const operation = operations.find(({ matches }) => matches.test(pathname));
    if (!operation) return Response.json({ message: 'Not found' }, { status: 404 });
    this.asked.add(operation.id);
    const isFaulty = operation.id === this.fault?.id;
    if (isFaulty && this.fault?.is === 'late') return new Promise(() => undefined);
    this.#answering += 1;
    await settle();
    this.#answering -= 1;
    return isFaulty && this.fault
      ? this.#fail(operation, this.fault.is)
      : Response.json(exampleOf(operation.response));
  };

  #fail(operation: Operation, fault: Fault): Response {
    const answer = exampleOf(operation.response);
    switch (fault) {
      case 'signedOut':
        return Response.json({ message: 'REFUSED' }, { status: 401 });
      case 'otherPage':
        return new Response('<html>REFUSED</html>', { headers: { 'Content-Type': 'text/html' } });
      case 'bare':
        return Response.json(spoil(answer, () => undefined));
      case 'odd':
        return Response.json(spoil(answer, () => ({ odd: true })));
      case 'nothing':
        return Response.json(null);
      case 'refused':
      case 'late':
        return Response.json({ message: 'REFUSED' }, { status: 403 });
    }
  }

  /** Resolves once it's done, or nothing was asked for some rounds. */
  async quiet(rounds: number, isDone = (): boolean => false): Promise<void> {
    for (
      let still = 0;
      still < rounds && !isDone();
      still = this.#answering === 0 ? still + 1 : 0
    ) {
      await settle();
    }
  }
}

/** What a surface says, by place. */
type Said = Readonly<Record<string, string>>;
type Say = (place: string, ...texts: unknown[]) => void;

class World {
  readonly service = new Service();
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly sources: TreeSources;
  readonly sessions: Sessions;

  constructor() {
    const client = clientOf('http://service.test', {
      fetch: this.service.fetch,
      clock: new FakeClock(Date.now()),
    });
    const nothing = (): { dispose(): void } => ({ dispose: () => undefined });
    this.sessions = {
      client: async () => client,
      account: async () => own,
      accounts: async () => [own],
      broken: async () => [],
      opened: () => undefined,
      session: async () => undefined,
      onDidChangeAccounts: nothing,
      onDidChangeState: nothing,
    } as unknown as Sessions;
    this.client = new ResourceClient(this.sessions);
    this.store = new ResourceStore(this.client);
    const folder = new MemoryFolder();
    this.sources = createSources({
      choices: sharedValues(folder),
      sessions: this.sessions,
      client: this.client,
      store: this.store,
      folder,
      note: assert.fail,
    });
  }
}

interface Surface {
  readonly name: string;
  /** Opens it; each call of the result reads what it shows, the second like a person's refresh. */
  open(world: World, say: Say): (isAgain: boolean) => Promise<void>;
}

function idsOf(kind: KindId): readonly ResourceId[] {
  return lineage(kind)
    .filter(({ variable }) => variable)
    .map(({ id }) => (id === 'service' ? 'realName' : 7));
}

const describeError = (): string => 'REFUSED';

function describeItem(item: Item): string {
  switch (item.type) {
    case 'switch':
      return `${item.label}: ${item.value === null ? 'unknown' : item.value ? 'on' : 'off'}`;
    case 'bar':
      return `${item.label}: ${item.text}`;
    case 'select':
      return `${item.label}: ${item.value} of ${item.options.length}`;
    case 'entry':
      return `${item.label} ${item.detail ?? ''} ${item.toggle?.value ?? ''}`;
    case 'secret':
    case 'days':
    case 'week':
      return item.label;
    case 'choice':
    case 'count':
    case 'fact':
    case 'number':
    case 'text':
      return `${item.label}: ${item.value ?? 'unknown'}`;
  }
}

/** What a person reads in a section, as its page draws it. */
function describeSection({ note, items, table, empty, isLoading }: Section): string {
  const rows = table?.rows ?? [];
  return [
    note,
    isLoading ? 'LOADING' : undefined,
    items.length + rows.length === 0 && !isLoading ? empty : undefined,
    ...items.map(describeItem),
    ...rows.map(({ cells }) => cells.map(({ text }) => text).join(' | ')),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Keeps what a panel shows last. */
function panelSurface(panel: PanelKind): Surface {
  return {
    name: `panel ${panel.id}`,
    open({ client, store }, say) {
      const reader = panel.open();
      const nameOf = () => foreign('name');
      const context: PanelContext = {
        client,
        store,
        now: Date.now,
        nameOf,
        describeError,
        firewall: unseenFirewall,
      };
      const reference = { account, kind: panel.kind, ids: idsOf(panel.kind) };
      const show = ({ state, summary = [], sections }: PanelContent): void => {
        say('state', state?.text);
        say('summary', ...summary.map(describeItem));
        for (const section of sections) say(section.id, describeSection(section));
      };
      return async () => {
        await reader.load({ ...context, reference, show, signal: unending() });
        await reader.handlers?.['checkCertificates']?.({
          ...context,
          reference,
          show,
          signal: unending(),
        });
      };
    },
  };
}

/** The rows of a list or below a resource, in the words of their kinds. */
function rowsSurface(node: Extract<TreeNode, { type: 'resource' | 'collection' }>): Surface {
  return {
    name: `rows of ${node.type} ${node.reference.kind}`,
    open({ service, sources, store }, say) {
      const content = new TreeContent(sources, ['server'], (collection) => {
        void store.list(collection).catch(() => undefined);
      });
      const describe = (row: TreeNode): string => {
        if (row.type === 'message') return row.message;
        if (row.type === 'failure') return 'REFUSED';
        if (row.type !== 'resource') return row.type;
        const { reference } = row;
        const {
          label,
          description,
          state,
          facts = [],
        } = presentIn(reference, findResource(sources, reference));
        const failed = store.failure(reference) === undefined ? '' : 'REFUSED';
        const texts = [
          label,
          description,
          state,
          ...facts.map(([name, value]) => `${name}: ${toRaw(value)}`),
        ];
        return [...texts.map((text) => text?.toString()), failed].filter(Boolean).join('\n');
      };
      const tell = async (): Promise<void> =>
        say('rows', ...(await content.children(node)).map(describe));
      return async (isAgain) => {
        if (isAgain) store.outdate();
        await tell();
        await service.quiet(6);
        await tell();
      };
    },
  };
}

/** The lists that rules and the fleet's page judge. */
const judged: readonly KindId[] = [
  'server',
  'webApplication',
  'domain',
  'cronJob',
  'firewallRule',
  'atomicProject',
];

/** Reads everything that rules and the fleet's page judge, and what they then say. */
const knowledgeSurface: Surface = {
  name: 'findings and fleet',
  open({ store, sources }, say) {
    const { facts } = sources;
    const fleet = new Fleet();
    const index = { of: () => [] };
    const known = () => atOnce(gather([account], store, index, facts, { of: () => [] }));
    const checker = new Checker({
      store,
      facts,
      certificates: { isDue: () => false, note: () => undefined },
      knowledge: known,
      clock: new FakeClock(Date.now()),
      wanted: () => [],
    });
    const tell = (failure: unknown): void => {
      const knowledge = known();
      const context = { now: Date.now(), isPending: () => false };
      const { findings } = atOnce(evaluate(knowledge, context));
      const areas = atOnce(findAreas(knowledge, [account]));
      fleet.update({
        knowledge,
        findings,
        areas,
        accounts: [{ value: account, label: 'Example' }],
        now: Date.now(),
        labelOf: ({ kind }) => kind,
        pathOf: ({ kind }) => kind,
      });
      say('toast', failure === undefined ? '' : 'REFUSED');
      say(
        'needs attention',
        ...findings.map(({ sentence }) => sentence()),
        ...topRows(findings, [], areas).flatMap((row) =>
          row.type === 'nothing'
            ? [describeAreas(row.areas)]
            : row.type === 'unchecked'
              ? row.areas.map(({ id }) => `${id}: not checked`)
              : [],
        ),
      );
      fleet.pick('severity/unchecked');
      const { subtitle, sections } = fleet.model() ?? assert.fail();
      const textOf = (...ids: readonly string[]): readonly string[] =>
        sections
          .filter(({ id }) => ids.includes(id))
          .flatMap((each) => [each, ...(each.answer ? [each.answer] : [])].map(describeSection));
      say('subtitle', subtitle);
      say('fleet', ...textOf('state', 'php', 'server', 'severity'));
      say('certificates', ...textOf('certificate'));
      say('schedule', ...textOf('heat'));
    };
    return async (isAgain) => {
      if (isAgain) store.outdate();
      tell(undefined);
      let failure: unknown;
      const note = (error: unknown): void => {
        failure ??= error;
      };
      for (const {
        id,
        variable,
        operations: { list },
      } of kinds) {
        const parents = idsOf(id).slice(0, -1);
        if (variable && list && judged.includes(id))
          await store.list({ account, kind: id, parents }).catch(note);
      }
      const server = { account, kind: 'server', ids: [7] } as const;
      await facts.readHealth(server, {}).catch(note);
      const parts = [...urgentParts, ...otherParts];
      note((await checker.checkServers(parts, unending())).failure);
      for (const kind of ['ssl', 'sharedSsl'] as const)
        await store.read({ account, kind, ids: idsOf(kind) }).catch(note);
      tell(failure);
    };
  },
};

/** What a single call answers. */
function callSurface(name: string, call: (world: World) => Promise<unknown>): Surface {
  return {
    name,
    open: (world, say) => async () => say('answer', await call(world)),
  };
}

function toolSurfaces(kind: ResourceKind): readonly Surface[] {
  const { list, read } = kind.operations;
  const services = ({ client }: World): AgreedServices => ({ client }) as unknown as AgreedServices;
  const ids = idsOf(kind.id);
  return [
    ...(list
      ? [
          callSurface(`tool list ${kind.id}`, (world) =>
            listResources.run(
              services(world),
              { account, kind: kind.id, parents: ids.slice(0, -1) },
              unending(),
            ),
          ),
        ]
      : []),
    ...(read
      ? [
          callSurface(`tool read ${kind.id}`, (world) =>
            readResource.run(services(world), { account, kind: kind.id, ids }, unending()),
          ),
        ]
      : []),
  ];
}

const reportSurfaces = reports.map((report) =>
  callSurface(`report ${report.name}`, ({ sessions }) =>
    readReport(
      sessions,
      report,
      report.kind ? { account, kind: report.kind, ids: idsOf(report.kind) } : { account },
    ),
  ),
);

/** The questions of a form, with what can be chosen. */
function formSurface(name: string, target: Target, fields: () => readonly Field[]): Surface {
  const describe = (option: object): string => {
    const { label, description = '', word, isOn, sets } = option as Record<string, unknown>;
    const state = isOn === undefined || sets !== undefined ? '' : isOn ? 'is on' : 'is off';
    return [label ?? word, description, state].filter(Boolean).join(' · ');
  };
  return {
    name: `form ${name}`,
    open({ client, store }, say) {
      const guard = { sshPortOf: () => 22 };
      const ask = async (field: Field | Setting): Promise<void> => {
        if (field.type === 'settings') for (const each of field.fields) await ask(each);
        if (!('options' in field)) return;
        const unread = field.type === 'words' ? [] : (field.unread?.() ?? []);
        try {
          say(
            field.prompt,
            ...(await field.options({ client, store, guard }, target, unending())).map(describe),
          );
        } catch {
          say(field.prompt, 'REFUSED', ...unread.map(describe));
        }
      };
      return async () => {
        for (const field of fields()) await ask(field);
      };
    },
  };
}

function readingOf({ client }: World): TreeReading {
  return {
    account: own,
    list: async (collection) => {
      const list = await collect(await client.pages(collection));
      if (list.failures[0]) throw list.failures[0].error as Error;
      return list;
    },
    read: (reference) => client.readWhole(reference),
  };
}

/** The files of the account, from when nothing went wrong. */
const files = new MemoryFiles();

async function exportAll(): Promise<void> {
  const world = new World();
  await exportFolder(files, {
    account: { id: account, label: own.label, service: own.baseUrl },
    scopes: 'account',
    nameOf: ({ kind }) => kind,
    walk: (visitor) => walkTree(readingOf(world), 'account', visitor),
  });
}

/** What a plan from a folder says of each file. */
const folderSurface: Surface = {
  name: 'plan from a folder',
  open: (world, say) => async () => {
    const opened = await openFolder(files);
    const folder = await readFolder(opened.lock.account.id, opened);
    const tree = await readTree(readingOf(world), 'account');
    const { changed, created, deleted, drifted, problems } = planFolder(folder, tree, () => true);
    for (const { path } of folder.known.values()) say(path, 'as in its file');
    for (const { path } of [...changed, ...created, ...deleted]) say(path, 'no such change');
    for (const { path } of drifted) say(path, 'no longer as in its file');
    for (const { path, why } of problems)
      say(path, why.type === 'unread' ? 'REFUSED' : `no: ${why.type}`);
    say('message', tree.failures.length > 0 ? 'REFUSED' : 'all read');
  },
};

/** A document's text, and the line above it about what it lacks. */
function documentSurface(kind: ResourceKind): Surface {
  return callSurface(`document ${kind.id}`, async ({ client }) => {
    const reference = { account, kind: kind.id, ids: idsOf(kind.id) };
    const content = toContent(kind, await client.readWhole(reference));
    const lacking = missingParts(kind, content).map((part) => `REFUSED: ${part}`);
    return [...lacking, toText(maskCredentials(content))].join('\n');
  });
}

const surfaces: readonly Surface[] = [
  folderSurface,
  ...kinds.filter(({ operations }) => operations.read).map(documentSurface),
  ...Object.values(panelKinds).map(panelSurface),
  ...Object.values(tablePanels).map(panelSurface),
  ...kinds.flatMap(({ id, variable }) => {
    const ids = idsOf(id);
    const reference = { account, kind: id, parents: ids.slice(0, -1) };
    return variable ? [rowsSurface({ type: 'collection', reference })] : [];
  }),
  ...(['server', 'webApplication', 'domain'] as const).map((kind) =>
    rowsSurface({ type: 'resource', reference: { account, kind, ids: idsOf(kind) } }),
  ),
  ...kinds.flatMap(toolSurfaces),
  ...reportSurfaces,
  callSurface('hover of a server', async ({ sources: { facts } }) => {
    facts.forget(account);
    const server = { account, kind: 'server', ids: [7] } as const;
    const known = describeFacts(await facts.read(server, unending()), {});
    // The rows below it show this count.
    const count = facts.count(server, 'webApplication') ?? 'unknown';
    return [...known.map((fact) => fact.join(': ')), count].join('\n');
  }),
  ...actions.map(({ command, kind, level, fields }) => {
    const ids = idsOf(kind);
    const target: Target =
      level === 'resource' ? { account, kind, ids } : { account, kind, parents: ids.slice(0, -1) };
    return formSurface(`${command} ${kind}`, target, fields ?? (() => []));
  }),
  ...Object.entries(creations).flatMap(([id, creation]) => {
    const target = {
      account,
      kind: id as ResourceKind['id'],
      parents: idsOf(id as ResourceKind['id']).slice(0, -1),
    };
    return [creation, ...(creation.variants ?? [])].map((each, index) =>
      formSurface(`new ${id} ${index}`, target, each.fields),
    );
  }),
  knowledgeSurface,
];

/** A statement that what wasn't read can't support. */
const claim =
  /\b(none|no|not set up|not connected|off|stopped|disabled|empty|complete|healthy|up to date|never|nothing|default order)\b|(?<![\d.,])0(?![\d.,])/i;
const admitted =
  /REFUSED|LOADING|unknown|known servers|no data|not shown|not (checked|known|up to date|offered)|couldn't be read|can't be read|may be incomplete/i;

async function hear(
  surface: Surface,
  fault?: Service['fault'],
  isSecond = false,
): Promise<{ said: Said; asked: ReadonlySet<string> }> {
  const world = new World();
  let said: Record<string, string> = {};
  const say: Say = (place, ...texts) => {
    said = {
      ...said,
      [place]: texts
        .filter((text) => text !== undefined && text !== '')
        .map((text) => (typeof text === 'string' ? text : JSON.stringify(text)))
        .join('\n'),
    };
  };
  const read = surface.open(world, say);
  const attempt = async (isAgain: boolean): Promise<void> => {
    let isDone = false;
    const work = read(isAgain).catch(() => say('error', 'REFUSED'));
    void work.finally(() => {
      isDone = true;
    });
    await world.service.quiet(20, () => isDone);
  };
  if (isSecond) await attempt(false);
  world.service.asked = new Set();
  world.service.fault = fault;
  await attempt(isSecond);
  return { said, asked: world.service.asked };
}

/** Reads that say nothing that the surface states, or whose ids alone do. */
const unstated = new Set([
  'findings and fleet: domain.list bare',
  'findings and fleet: domain.list odd',
  ...faults.map(
    (fault) => `form serverManagement.changeSslMode sharedSsl: sharedSsl.read ${fault}`,
  ),
  'form serverManagement.changeDatabaseAccess database: database.grants bare',
  'form serverManagement.changeDatabaseAccess database: database.grants odd',
  // What a plan takes from a list is what is in it, and what it belongs to isn't in files.
  ...operations.flatMap(({ id }) =>
    id.endsWith('.list') ? [`plan from a folder: ${id} bare`, `plan from a folder: ${id} odd`] : [],
  ),
  ...faults.map((fault) => `plan from a folder: atomicProject.read ${fault}`),
  'plan from a folder: git.read bare',
  'plan from a folder: git.read odd',
]);

/** Reads for which there is something else to fall back to, and texts that state nothing else. */
const unread = [
  'ping',
  'collation.readAll',
  'static.timeZones',
  'server.installationScript',
  'sshKey.listOlder',
  'sshKey.readOlder',
];

/** The lines of a text that it didn't have before and that nothing supports. */
function falseClaims(text = '', before = ''): readonly string[] {
  if (admitted.test(text)) return [];
  const lines = before.split('\n');
  return text.split('\n').filter((line) => claim.test(line) && !lines.includes(line));
}

/** What a surface states wrongly if a read goes wrong, at first or when it's refreshed. */
async function findWrong(
  surface: Surface,
  good: Said,
  fault: { readonly id: string; readonly is: Fault },
): Promise<readonly string[]> {
  const { said } = await hear(surface, fault);
  const changed = Object.keys({ ...good, ...said }).filter((place) => said[place] !== good[place]);
  if (changed.length === 0) return ['as if it had been read'];
  const claims = changed.flatMap((place) =>
    falseClaims(said[place], good[place]).map((line) => `${place}: ${line}`),
  );
  if (fault.is !== 'refused' && fault.is !== 'odd') return claims;
  const second = await hear(surface, fault, true);
  if (!second.asked.has(fault.id) || second.said['error'] !== undefined) return claims;
  const same = changed.filter((place) => place in good && second.said[place] === good[place]);
  return [...claims, ...same.map((place) => `as before: ${place}: ${good[place]}`)];
}

describe('What is not known', () => {
  before(exportAll);

  it('is never shown as fine, as none or as before', async () => {
    const asked = new Set<string>();
    const wrong: string[] = [];
    let count = 0;
    for (const surface of surfaces) {
      const { said: good, asked: reads } = await hear(surface);
      for (const id of reads) {
        asked.add(id);
        for (const is of faults) {
          const title = `${surface.name}: ${id} ${is}`;
          if (unstated.has(title)) continue;
          count += 1;
          for (const each of await findWrong(surface, good, { id, is }))
            wrong.push(`${title}: ${each}`);
        }
      }
    }
    assert.deepEqual(wrong, [], `${wrong.length} of ${count} statements aren't so`);
    const rest = new Set(operations.map(({ id }) => id).filter((id) => !asked.has(id)));
    assert.deepEqual([...rest].toSorted(), unread.toSorted());
    console.log(
      `${surfaces.length} surfaces, ${count} reads that go wrong: 0 statements that aren't so`,
    );
  });
});
