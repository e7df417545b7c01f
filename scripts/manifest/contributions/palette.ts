import type { CommandId } from '../../../src/actions/commands';
import {
  draft,
  editableDocument,
  hasPending,
  withAccounts,
  withServices,
  writable,
  writableDraft,
} from './conditions';

/** When the Command Palette lists a command, and why; empty for always. */
interface PaletteEntry {
  readonly when: string;
  readonly why: string;
}

function listed(why: string, when: string = withAccounts): PaletteEntry {
  return { when, why };
}

const always = '';

/**
 * What a person starts without pointing at anything. Everything else runs from its row, title, tab or
 * key, from Run Action…, and by its id. At most 40 are listed at once, and 12 without an account: a
 * new one takes the place of another.
 */
const palette: Partial<Record<CommandId, PaletteEntry>> = {
  'serverManagement.addAccount': listed('the first step', always),
  'serverManagement.useSandbox': listed(
    'the first step without an account',
    '!serverManagement.usesSandbox',
  ),
  'serverManagement.resetSandbox': listed(
    'start again with the sample data',
    'serverManagement.usesSandbox',
  ),
  'serverManagement.signIn': listed('credentials expire', withServices),
  'serverManagement.editAccount': listed('accounts are set up seldom, so looked for', withServices),
  'serverManagement.allowChanges': listed(
    'the way out, wherever something is refused',
    withServices,
  ),
  'serverManagement.removeAccount': listed('looked for once', withServices),
  'serverManagement.removeStoredData': listed('looked for once, also without accounts', always),
  'serverManagement.checkConnection': listed('the first question if something fails'),
  'serverManagement.linkWorkspace': listed('about the folder, which has no row'),
  'serverManagement.connectAgents': listed('about other programs, which have no row'),
  'serverManagement.showLog': listed('if something fails', always),
  'serverManagement.reportIssue': listed('if something fails', always),
  'serverManagement.showChanges': listed('a history outlives its accounts', always),
  'serverManagement.runAction': listed('leads to everything that the selected row can do'),
  'serverManagement.goToResource': listed('leads to every row'),
  'serverManagement.refresh': listed('the whole view'),
  'serverManagement.loadAll': listed('all servers, whose last row is far'),
  'serverManagement.filterServers': listed('the whole view'),
  'serverManagement.clearFilter': listed('the whole view', 'serverManagement.isFiltered'),
  'serverManagement.groupServers': listed('the whole view'),
  'serverManagement.sortServers': listed('the whole view'),
  'serverManagement.hideKinds': listed('the whole view'),
  'serverManagement.checkNow': listed('all accounts'),
  'serverManagement.openFleet': listed('all accounts'),
  'serverManagement.openOverview': listed('asks for what'),
  'serverManagement.openTable': listed('asks for what'),
  'serverManagement.openDocument': listed('asks for what'),
  'serverManagement.followEvents': listed('asks for what'),
  'serverManagement.openSshTerminal': listed('asks for the server'),
  'serverManagement.createServer': listed('has no row to begin at', writable),
  'serverManagement.newDraft': listed('asks for what', writable),
  'serverManagement.stageChanges': listed('the active document', editableDocument),
  'serverManagement.previewRequest': listed('the active document', editableDocument),
  'serverManagement.compareWithLive': listed('the active document', editableDocument),
  'serverManagement.copyChangedFields': listed('the active document', editableDocument),
  'serverManagement.createFromDraft': listed('the active document', writableDraft),
  'serverManagement.discardDraft': listed('the active document', draft),
  'serverManagement.applyPending': listed('all that is staged', hasPending),
  'serverManagement.reviewPending': listed('all that is staged', hasPending),
  'serverManagement.discardPending': listed('all that is staged', hasPending),
  'serverManagement.answerReverts': listed(
    'the time runs out, and the message may be closed',
    'serverManagement.isReverting',
  ),
  'serverManagement.planFromFolder': listed('about a folder, which has no row'),
  'serverManagement.updateFolder': listed('about a folder, which has no row'),
};

/** When the Command Palette lists a command; empty for always. */
export function paletteCondition(command: CommandId): string {
  return palette[command]?.when ?? 'false';
}
