import { type ActionCase, actionCases } from './cases';
import { editables } from '../documents/editables';
import { panelCases } from '../panelCases';
import { reportCases } from '../reportCases';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import type { KindId } from '../../../src/resources/kinds/kind';
import { findKind, kinds } from '../../../src/resources/kinds/kinds';
import { actions } from '../../../src/ui/actions/actions';
import { toTarget } from '../../../src/ui/actions/target';
import { panelKinds } from '../../../src/ui/panels/panelKinds';
import { reports } from '../../../src/ui/reports/reports';

/** A test, by its file and its title as it stands there. */
export interface TestPlace {
  readonly file: string;
  readonly title: string;
}

/** A way to an operation: the command that leads there, and its test, where there is one. */
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
  ];
}

const checkingTheConnection: Way = {
  command: 'serverManagement.checkConnection',
  test: {
    file: 'test/e2e/accountsSecrets.test.ts',
    title: 'are given where accounts are added, refused, signed in again and edited',
  },
};

function waysOfActions(endpoint: Endpoint): Way[] {
  const isSame = (other: Endpoint | undefined): boolean => other?.id === endpoint.id;
  return actions.flatMap((action) => {
    const { command, reads = [] } = action;
    const cases = actionCases.filter(
      (each) => each.command === command && toTarget(action, each.target),
    );
    if (isSame(action.endpoint)) {
      const isTested = cases.some(({ request }) => answersTo(endpoint, request));
      return [{ command, test: isTested ? ofActions : undefined }];
    }
    if (isSame(action.fallback)) return [{ command, test: ofFallbacks }];
    return reads.some(isSame) ? [{ command, test: cases.length > 0 ? ofActions : undefined }] : [];
  });
}

const ofActions: TestPlace = {
  file: 'test/host/actions.test.ts',
  title: 'sends one request, the right one, and says that it is done',
};
const ofFallbacks: TestPlace = {
  file: 'test/unit/actions/askBefore.test.ts',
  title: 'falls back to /ssh/config where /settings/ssh is not offered',
};

/** Rows are read when they are shown, and again on demand; what is read by itself is opened. */
function waysOfKinds({ id }: Endpoint): Way[] {
  return kinds.flatMap(({ operations: { list, read } }) => [
    ...(list?.id === id ? [{ command: 'serverManagement.refresh', test: ofRows }] : []),
    ...(read?.id === id ? [{ command: 'serverManagement.openDocument', test: ofOpening }] : []),
  ]);
}

const ofRows: TestPlace = {
  file: 'test/host/explorerRows.test.ts',
  title: 'exist for every kind, and each has an identity, a label for screen readers and an icon',
};
const ofOpening: TestPlace = {
  file: 'test/host/openDocument.test.ts',
  title: 'shows what the service has, and is offered on the row: ${kind.id}',
};

function waysOfPanels({ id }: Endpoint): Way[] {
  return panelKinds
    .filter(({ reads }) => reads.some((each) => each.id === id))
    .map(({ kind }) => ({
      command: 'serverManagement.openOverview',
      test: panelCases.some(({ reference }) => reference.kind === kind)
        ? { file: 'test/host/panels.test.ts', title: 'shows it' }
        : undefined,
    }));
}

function waysOfReports(endpoint: Endpoint): Way[] {
  const isTested = reportCases.some(({ path }) => answersTo(endpoint, { method: 'GET', path }));
  return reports
    .filter((report) => report.endpoint.id === endpoint.id)
    .map(({ command }) => ({
      command,
      test: isTested
        ? {
            file: 'test/host/reports.test.ts',
            title: 'shows ${name}, also after it had to wait for the rate limit',
          }
        : undefined,
    }));
}

function waysOfDocuments({ id }: Endpoint): Way[] {
  const saved = savedDocuments[id];
  if (!saved) return [];
  const { document, suffix } = findKind(saved);
  if (!document?.editing) return [];
  const isTested = editables.some((each) => each.document.endsWith(`.${suffix}.json`));
  return [
    {
      command: 'serverManagement.openDocument',
      test: isTested
        ? { file: 'test/host/documents.test.ts', title: 'sends what was changed and nothing else' }
        : undefined,
    },
  ];
}

/** Whether a request is one to an operation. */
function answersTo(
  endpoint: Endpoint,
  { method, path }: Pick<ActionCase['request'], 'method' | 'path'>,
): boolean {
  const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+');
  return method === endpoint.method && new RegExp(`^/api/v[23]${pattern}$`).test(path);
}
