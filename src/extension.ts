import * as vscode from 'vscode';
import { useLanguage } from './base/l10n';
import { registerAccountProvider } from './ui/accounts/registerAccountProvider';
import { registerDocumentMarks } from './ui/accounts/registerDocumentMarks';
import { registerAgents } from './ui/agents/registerAgents';
import { registerCommands } from './ui/commands/registerCommands';
import { registerDocuments } from './ui/documents/registerDocuments';
import { SidelineSaves } from './ui/documents/sidelineSaves';
import { registerHelp } from './ui/documents/help/registerHelp';
import { registerDrafts } from './ui/documents/drafts/registerDrafts';
import { registerFleet } from './ui/panels/fleet/registerFleet';
import { registerFollow } from './ui/panels/follow/registerFollow';
import { registerLinks } from './ui/explorer/links';
import { registerPanels } from './ui/panels/registerPanels';
import { registerPending } from './ui/pending/registerPending';
import { registerTexts } from './ui/documents/texts/registerTexts';
import { registerTools } from './ui/agents/tools/registerTools';
import { loadOnDemand } from './ui/app/loadOnDemand';
import { createStages } from './ui/app/stages';
import { createViews } from './ui/explorer/views';

let stop: () => Promise<void> = () => Promise.resolve();

/** Registers everything and awaits nothing; anything heavy is loaded afterwards. */
export function activate(context: vscode.ExtensionContext): void {
  useLanguage(vscode.env.language, vscode.l10n.bundle);
  const stages = createStages(
    context,
    () => views,
    loadOnDemand,
    () => sidelineSaves.gate,
  );
  const { load, loadServices, loadAll } = stages;
  const views = createViews(load, stages.followRows);
  stop = stages.stop;
  // Shared: the texts that are saved together are asked about together.
  const sidelineSaves = new SidelineSaves(loadAll);
  context.subscriptions.push(
    views.servers,
    views.account,
    views.attention,
    sidelineSaves,
    registerCommands(context.extension, async (id, parameters) => {
      const { runCommand, services } = await loadAll();
      return runCommand(id, services, parameters);
    }),
    registerDocuments(loadServices, sidelineSaves),
    registerDrafts(loadServices, loadAll, sidelineSaves),
    registerHelp(loadAll),
    registerTexts(loadAll),
    registerAccountProvider(load, loadAll),
    registerDocumentMarks(load),
    registerLinks(load),
    registerTools(loadAll),
    registerAgents(loadServices),
    registerPanels(loadServices),
    registerFleet(loadServices),
    registerFollow(loadServices),
    registerPending(loadServices, loadAll),
  );
  // Whatever it was activated for, the editor is about to ask for rows, and for the accounts of its menu.
  stages.begin();
}

/** Stops the sandbox, keeping its data. */
export function deactivate(): Promise<void> {
  return stop();
}
