import type { ActionCase } from './actionCase';
import { actionCases } from './cases';
import { editables } from '../documents/editables';
import { panelCases } from '../panelCases';
import { reportCases } from '../reportCases';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import { type KindId, findKind, kinds } from '../../../src/resources/kinds/kinds';
import { actions, toTarget } from '../../../src/actions/actions';
import { tablePanels } from '../../../src/panels/models/tables';
import { panelKinds } from '../../../src/panels/panelKinds';
import { canvasComparison, reportsByCommand } from '../../../src/panels/reports/reports';

/** A test, by its file and its title in the source. */
export interface TestPlace {
  readonly file: string;
  readonly title: string;
}

/** A way to an operation: the command, and its test if there is one. */
export interface Way {
  readonly command: string;
  readonly test: TestPlace | undefined;
}

/** Operations that a saved document performs, and the kind of that document. */
const savedDocuments: Readonly<Record<string, KindId>> = {
  'cronJob.update': 'cronJob',
  'canvas.replace': 'canvas',
};

/** Every way from a command to an operation of the contract. */
export function waysTo(endpoint: Endpoint): readonly Way[] {
  return [
    ...waysOfActions(endpoint),
    ...waysOfKinds(endpoint),
    ...waysOfPanels(endpoint),
    ...waysOfReports(endpoint),
    ...waysOfDocuments(endpoint),
    ...(endpoint.id === 'ping' ? [checkingTheConnection] : []),
    ...(endpoint.id === 'git.changeScript' ? [savingTheScript] : []),
    ...(endpoint.id === 'server.installationScript' ? [copyingTheScript] : []),
    ...(endpoint.id === 'static.timeZones' ? [completing] : []),
  ];
}

const checkingTheConnection: Way = {
  command: 'serverManagement.checkConnection',
  test: {
    file: 'test/host/checkConnection.test.ts',
    title: 'says that the account is connected',
  },
};

const copyingTheScript: Way = {
  command: 'serverManagement.copy',
  test: {
    file: 'test/host/installationScript.test.ts',
    title: 'goes only to the clipboard, after a warning',
  },
};

const savingTheScript: Way = {
  command: 'serverManagement.editDeployScript',
  test: { file: 'test/host/deployScript.test.ts', title: 'is sent with one request' },
};

const completing: Way = {
  command: 'serverManagement.openDocument',
  test: { file: 'test/host/completion.test.ts', title: 'offers time zones' },
};

function waysOfActions(endpoint: Endpoint): Way[] {
  const isSame = (other: Endpoint | undefined): boolean => other?.id === endpoint.id;
  return actions.flatMap((action) => {
    const { command, reads = [] } = action;
    const cases = actionCases.filter(
      (each) => each.command === command && toTarget(action, each.target),
    );
    const isTested = cases.some(({ request }) => answersTo(endpoint, request));
    if (isTested || isSame(action.endpoint)) {
      return [{ command, test: isTested ? ofActions : undefined }];
    }
    if (action.endpoint.otherwise?.some((way) => typeof way === 'object' && isSame(way)))
      return [{ command, test: ofFallbacks }];
    return reads.some(isSame) ? [{ command, test: cases.length > 0 ? ofActions : undefined }] : [];
  });
}

const ofActions: TestPlace = {
  file: 'test/unit/actions/table/everyAction.test.ts',
  title: "sends exactly the expected request, and says that it's done",
};
const ofFallbacks: TestPlace = {
  file: 'test/unit/actions/confirmAction.test.ts',
  title: "falls back to /ssh/config if /settings/ssh isn't offered",
};

/** Lists are read for rows and on refresh; single resources are read when opened. */
function waysOfKinds({ id }: Endpoint): Way[] {
  return kinds.flatMap(({ operations: { list, read, parts = [], completion } }) => [
    ...(list?.id === id ? [{ command: 'serverManagement.refresh', test: ofRows }] : []),
    ...(list?.otherwise?.some((each) => typeof each !== 'string' && each.id === id)
      ? [{ command: 'serverManagement.refresh', test: ofListFallbacks }]
      : []),
    ...(read?.id === id ? [{ command: 'serverManagement.openDocument', test: ofOpening }] : []),
    ...(read?.otherwise?.some((each) => typeof each !== 'string' && each.id === id)
      ? [{ command: 'serverManagement.openDocument', test: ofReadFallbacks }]
      : []),
    ...(completion?.endpoint.id === id
      ? [{ command: 'serverManagement.refresh', test: ofCompletions }]
      : []),
    ...(parts.some((part) => part.read.id === id)
      ? [{ command: 'serverManagement.openDocument', test: ofParts }]
      : []),
  ]);
}

const ofRows: TestPlace = {
  file: 'test/host/explorerRows.test.ts',
  title: 'exist for every kind, and each has an identity, a label for screen readers and an icon',
};
const ofListFallbacks: TestPlace = {
  file: 'test/unit/explorer/readSubstitutes.test.ts',
  title: 'servers and their resources in v2 are listed and changed, and v3 is never called',
};
const ofReadFallbacks: TestPlace = {
  file: 'test/unit/actions/confirmAction.test.ts',
  title: "reads /ssh/config if /settings/ssh isn't offered",
};
const ofOpening: TestPlace = {
  file: 'test/unit/documents/everyDocument.test.ts',
  title: "shows the service's data: ${kind.id}",
};

const ofCompletions: TestPlace = {
  file: 'test/unit/resources/sharedSslRow.test.ts',
  title: 'only reads the shared certificate in basic mode',
};

const ofParts: TestPlace = {
  file: 'test/host/documentParts.test.ts',
  title: 'reads each part once',
};

/** The operations with which each panel reads what it shows, by its id. */
const readsOf: Readonly<Record<string, readonly string[]>> = {
  server: [
    'server.read',
    'server.health',
    'server.hardware',
    'server.stats',
    'service.readAll',
    'log.listServer',
    'webApplication.list',
    'domain.list',
    'ssl.read',
  ],
  webApplication: [
    'webApplication.read',
    'webApplication.settings',
    'server.phpVersions',
    'domain.list',
    'ssl.read',
    'sslMode.read',
    'sharedSsl.read',
    'git.read',
    'atomicProject.read',
    'cacheConfiguration.read',
    'waf.read',
    'log.listWebApplication',
  ],
  waf: ['waf.read'],
  cacheConfiguration: ['cacheConfiguration.read'],
  canvas: ['canvas.read'],
  firewallRuleTable: ['firewallRule.list'],
  blockedAddressTable: ['blockedAddress.list'],
  logEntryTable: ['log.listServer'],
  supervisorJobTable: ['supervisorJob.list', 'supervisorJob.status'],
};

function waysOfPanels({ id }: Endpoint): Way[] {
  const tables = Object.values(tablePanels)
    .filter((panel) => readsOf[panel.id]?.includes(id))
    .map(() => ({ command: 'serverManagement.openTable', test: ofTables }));
  return [...tables, ...waysOfOverviews(id)];
}

const ofTables: TestPlace = {
  file: 'test/unit/panels/tablePanels.test.ts',
  title: "has its columns and the row's actions: ${kind}",
};

function waysOfOverviews(id: string): Way[] {
  return Object.values(panelKinds)
    .filter((panel) => readsOf[panel.id]?.includes(id))
    .map(({ kind }) => ({
      command: 'serverManagement.openOverview',
      test: panelCases.some(({ reference }) => reference.kind === kind)
        ? { file: 'test/host/panels.test.ts', title: 'shows it' }
        : undefined,
    }));
}

function waysOfReports(endpoint: Endpoint): Way[] {
  const isTested = reportCases.some(({ path }) => answersTo(endpoint, { method: 'GET', path }));
  const ways = Object.entries(reportsByCommand)
    .filter(([, report]) => report.endpoint.id === endpoint.id)
    .map(([command]) => ({ command, test: isTested ? ofReports : undefined }));
  return canvasComparison.endpoint.id === endpoint.id
    ? [...ways, { command: 'serverManagement.compareWithOther', test: ofComparing }]
    : ways;
}

const ofReports: TestPlace = {
  file: 'test/host/reports.test.ts',
  title: 'shows ${name}, even after waiting for the rate limit',
};
const ofComparing: TestPlace = {
  file: 'test/host/panels.test.ts',
  title: 'compare two canvases by reference',
};

function waysOfDocuments({ id }: Endpoint): Way[] {
  const saved = savedDocuments[id] ?? partlySavedBy(id);
  if (!saved) return [];
  const { document, suffix } = findKind(saved);
  if (!document?.editing) return [];
  const isTested = editables.some((each) => each.document.endsWith(`.${suffix}.json`));
  return [
    {
      command: 'serverManagement.openDocument',
      test: isTested
        ? {
            file: 'test/unit/documents/everyDocument.test.ts',
            title: 'sends only what was changed',
          }
        : undefined,
    },
  ];
}

/** The kind of document that an operation partly saves. */
function partlySavedBy(id: string): KindId | undefined {
  const isPart = ({ document }: (typeof kinds)[number]): boolean =>
    document?.editing?.parts?.some(({ write }) => write.id === id) ?? false;
  return kinds.find(isPart)?.id;
}

/** Whether a request is one to an operation. */
function answersTo(
  endpoint: Endpoint,
  { method, path }: Pick<ActionCase['request'], 'method' | 'path'>,
): boolean {
  const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+');
  return method === endpoint.method && new RegExp(`^/api/v[23]${pattern}$`).test(path);
}
