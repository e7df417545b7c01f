import type { CommandId } from '../../../src/actions/commands';
import {
  document,
  draft,
  editableDocument,
  hasPending,
  withAccounts,
  withServices,
} from './conditions';

/** Commands that apply without an account, too. */
const always: ReadonlySet<CommandId> = new Set([
  'serverManagement.addAccount',
  'serverManagement.removeStoredData',
  'serverManagement.showChanges',
  'serverManagement.connectAgents',
  'serverManagement.showLog',
  'serverManagement.copyDiagnostics',
  'serverManagement.reportIssue',
]);

const editableSelected = 'serverManagement.isEditableSelected';

const inPalette: Partial<Record<CommandId, string>> = {
  // The palette's own Refresh does the same.
  'serverManagement.refreshAll': 'false',
  // VS Code's own does the same.
  'serverManagement.saveDocument': 'false',
  'serverManagement.signIn': withServices,
  'serverManagement.editAccount': withServices,
  'serverManagement.removeAccount': withServices,
  'serverManagement.unpin': 'serverManagement.hasPins',
  'serverManagement.unmuteFinding': 'serverManagement.hasMutes',
  'serverManagement.showMuted': 'serverManagement.hasMutes && !serverManagement.showsMuted',
  'serverManagement.hideMuted': 'serverManagement.showsMuted',
  'serverManagement.useSandbox': '!serverManagement.usesSandbox',
  'serverManagement.resetSandbox': 'serverManagement.usesSandbox',
  'serverManagement.stopUsingSandbox': 'serverManagement.usesSandbox',
  'serverManagement.clearFilter': 'serverManagement.isFiltered',
  'serverManagement.stopSearching': 'serverManagement.isSearching',
  'serverManagement.editMatching': 'serverManagement.isFiltered',
  'serverManagement.previewRequest': editableDocument,
  'serverManagement.compareWithLive': editableDocument,
  'serverManagement.compareWithOther': `${editableSelected} || ${document}`,
  'serverManagement.copyChangedFields': `${editableSelected} || ${editableDocument}`,
  'serverManagement.stageChanges': editableDocument,
  'serverManagement.editTogether': editableSelected,
  'serverManagement.applyPending': hasPending,
  'serverManagement.reviewPending': hasPending,
  'serverManagement.discardPending': hasPending,
  'serverManagement.compareStaged': hasPending,
  'serverManagement.openStaged': hasPending,
  'serverManagement.previewStaged': hasPending,
  'serverManagement.keepStaged': hasPending,
  'serverManagement.discardStaged': hasPending,
  'serverManagement.applyStaged': hasPending,
  'serverManagement.takeTheirs': hasPending,
  'serverManagement.createFromDraft': draft,
  'serverManagement.discardDraft': draft,
};

/** When the Command Palette offers a command; undefined for always. */
export function paletteCondition(command: CommandId): string | undefined {
  return inPalette[command] ?? (always.has(command) ? undefined : withAccounts);
}
