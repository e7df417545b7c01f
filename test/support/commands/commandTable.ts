import { actionCases } from '../actions/cases';
import type { ActionCommand, CommandId } from '../../../src/actions/commands';

/** How far a command can reach. */
type Reach =
  /** Shows, reads or copies. */
  | 'nothing'
  /** Changes what a person arranges: tabs, views, pins. */
  | 'window'
  /** Changes accounts, credentials and their stored data. */
  | 'machine'
  | 'service';

/** What any extension or key binding can do with a command, and how that is limited. */
export interface CommandFacts {
  /** The arguments that it accepts from a caller. */
  readonly takes:
    | 'nothing'
    | 'account'
    | 'resource'
    | 'resources'
    | 'place'
    | 'draft'
    | 'text'
    | 'values';
  readonly writes: Reach;
  /**
   * `forms`: the person types or chooses each value; `always`: a question in every account; `caller`:
   * a question for what a caller passed, in production or where access is changed.
   */
  readonly asks?: 'forms' | 'always' | 'caller';
}

const reads = (takes: CommandFacts['takes']): CommandFacts => ({ takes, writes: 'nothing' });
const arranges = (takes: CommandFacts['takes']): CommandFacts => ({ takes, writes: 'window' });

/** Actions say it with their cases. */
const actions = Object.fromEntries(
  actionCases.map(({ command, asks }): [ActionCommand, CommandFacts] => [
    command,
    { takes: 'values', writes: 'service', asks },
  ]),
) as Record<ActionCommand, CommandFacts>;

/**
 * The parameters, effects and confirmations of every command. A new command that isn't an action must
 * be added here.
 */
export const commandTable: Readonly<Record<CommandId, CommandFacts>> = {
  'serverManagement.addAccount': { takes: 'nothing', writes: 'machine', asks: 'forms' },
  'serverManagement.useSandbox': { takes: 'nothing', writes: 'machine' },
  'serverManagement.resetSandbox': { takes: 'nothing', writes: 'machine', asks: 'always' },
  'serverManagement.stopUsingSandbox': { takes: 'nothing', writes: 'machine' },
  'serverManagement.signIn': { takes: 'account', writes: 'machine', asks: 'forms' },
  'serverManagement.editAccount': { takes: 'account', writes: 'machine', asks: 'forms' },
  'serverManagement.allowChanges': { takes: 'account', writes: 'machine', asks: 'always' },
  'serverManagement.removeAccount': { takes: 'account', writes: 'machine', asks: 'always' },
  'serverManagement.checkConnection': reads('account'),
  'serverManagement.removeStoredData': { takes: 'nothing', writes: 'machine', asks: 'always' },
  'serverManagement.refresh': reads('resource'),
  'serverManagement.refreshAll': reads('nothing'),
  'serverManagement.loadMore': reads('place'),
  'serverManagement.loadAll': reads('place'),
  'serverManagement.goToResource': arranges('resource'),
  'serverManagement.runAction': reads('resources'),
  'serverManagement.filterServers': arranges('text'),
  'serverManagement.clearFilter': arranges('nothing'),
  'serverManagement.stopSearching': arranges('nothing'),
  'serverManagement.groupServers': arranges('text'),
  'serverManagement.sortServers': arranges('text'),
  'serverManagement.hideKinds': arranges('nothing'),
  'serverManagement.checkNow': reads('nothing'),
  'serverManagement.fixAll': arranges('nothing'),
  'serverManagement.lookUpDomain': reads('resource'),
  'serverManagement.muteKind': arranges('nothing'),
  'serverManagement.muteFinding': arranges('nothing'),
  'serverManagement.unmuteFinding': arranges('nothing'),
  'serverManagement.pin': arranges('resources'),
  'serverManagement.unpin': arranges('resources'),
  'serverManagement.revealInTree': arranges('resource'),
  'serverManagement.copy': reads('resources'),
  'serverManagement.openSshTerminal': arranges('resource'),
  'serverManagement.openRemoteSsh': arranges('resource'),
  'serverManagement.followLog': arranges('resource'),
  'serverManagement.openTunnel': arranges('resource'),
  'serverManagement.changeSshLogin': arranges('resource'),
  'serverManagement.writeSshHosts': arranges('account'),
  'serverManagement.openPanelPage': arranges('resource'),
  'serverManagement.openWebsite': arranges('resource'),
  'serverManagement.openDocument': arranges('resource'),
  'serverManagement.editDeployScript': arranges('resource'),
  'serverManagement.saveDocument': { takes: 'nothing', writes: 'service', asks: 'forms' },
  'serverManagement.previewRequest': reads('resource'),
  'serverManagement.compareWithLive': reads('resource'),
  'serverManagement.compareWithOther': reads('resources'),
  'serverManagement.copyChangedFields': arranges('resources'),
  'serverManagement.answerReverts': { takes: 'nothing', writes: 'service', asks: 'always' },
  'serverManagement.showWatched': { takes: 'nothing', writes: 'window', asks: 'forms' },
  'serverManagement.showChanges': { takes: 'nothing', writes: 'service', asks: 'always' },
  'serverManagement.stageChanges': arranges('resource'),
  'serverManagement.editTogether': arranges('resources'),
  'serverManagement.applyPending': { takes: 'nothing', writes: 'service', asks: 'always' },
  'serverManagement.reviewPending': reads('nothing'),
  'serverManagement.discardPending': { takes: 'nothing', writes: 'window', asks: 'always' },
  'serverManagement.compareStaged': reads('nothing'),
  'serverManagement.openStaged': reads('nothing'),
  'serverManagement.keepStaged': { takes: 'nothing', writes: 'window', asks: 'always' },
  'serverManagement.discardStaged': { takes: 'nothing', writes: 'window', asks: 'always' },
  'serverManagement.applyStaged': { takes: 'nothing', writes: 'service', asks: 'always' },
  'serverManagement.takeTheirs': arranges('nothing'),
  'serverManagement.exportToFolder': arranges('resources'),
  'serverManagement.planFromFolder': arranges('nothing'),
  'serverManagement.updateFolder': arranges('nothing'),
  'serverManagement.newDraft': arranges('place'),
  'serverManagement.duplicate': arranges('resource'),
  'serverManagement.createFromDraft': { takes: 'draft', writes: 'service', asks: 'caller' },
  'serverManagement.discardDraft': { takes: 'draft', writes: 'window', asks: 'forms' },
  'serverManagement.linkWorkspace': { takes: 'nothing', writes: 'window', asks: 'forms' },
  'serverManagement.connectAgents': { takes: 'nothing', writes: 'machine', asks: 'forms' },
  'serverManagement.showLog': reads('nothing'),
  'serverManagement.reportIssue': reads('nothing'),
  ...actions,
  'serverManagement.openDnsRecords': arranges('resource'),
  'serverManagement.openSharedServers': arranges('account'),
  'serverManagement.openSslProtocols': arranges('account'),
  'serverManagement.openFleet': arranges('nothing'),
  'serverManagement.followEvents': arranges('resources'),
  'serverManagement.openOverview': arranges('resource'),
  'serverManagement.openTable': arranges('place'),
};
