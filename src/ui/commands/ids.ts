import { actionCommands } from '../actions/commands';
import { panelCommands } from '../panels/commands';
import { reportCommands } from '../reports/commands';

/** Every command, in the order of the manifest, which a test keeps equal to this. */
export const commandIds = [
  'serverManagement.addAccount',
  'serverManagement.useSandbox',
  'serverManagement.resetSandbox',
  'serverManagement.stopUsingSandbox',
  'serverManagement.signIn',
  'serverManagement.editAccount',
  'serverManagement.renameAccount',
  'serverManagement.removeAccount',
  'serverManagement.checkConnection',
  'serverManagement.removeStoredData',
  'serverManagement.refresh',
  'serverManagement.loadMore',
  'serverManagement.loadAll',
  'serverManagement.goToResource',
  'serverManagement.openById',
  'serverManagement.filterServers',
  'serverManagement.clearFilter',
  'serverManagement.groupServers',
  'serverManagement.sortServers',
  'serverManagement.hideKinds',
  'serverManagement.pin',
  'serverManagement.unpin',
  'serverManagement.revealInTree',
  'serverManagement.copyName',
  'serverManagement.copyId',
  'serverManagement.copyAddress',
  'serverManagement.copyJson',
  'serverManagement.copyApiPath',
  'serverManagement.copyLink',
  'serverManagement.openSshTerminal',
  'serverManagement.openRemoteSsh',
  'serverManagement.openPanelPage',
  'serverManagement.openDocument',
  'serverManagement.editSshSettings',
  'serverManagement.previewRequest',
  'serverManagement.showLog',
  'serverManagement.copyDiagnostics',
  'serverManagement.reportIssue',
  ...actionCommands,
  ...reportCommands,
  ...panelCommands,
] as const;

/** A command's id. */
export type CommandId = (typeof commandIds)[number];
