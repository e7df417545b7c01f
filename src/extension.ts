import type * as vscode from 'vscode';
import { registerAccountProvider } from './ui/accounts/registerAccountProvider';
import { registerDocumentMarks } from './ui/accounts/registerDocumentMarks';
import { registerAgents } from './ui/agents/registerAgents';
import { registerCommands } from './ui/commands/registerCommands';
import { registerDocuments } from './ui/documents/registerDocuments';
import { SidelineSaves } from './ui/documents/sidelineSaves';
import { registerHelp } from './ui/documents/help/registerHelp';
import { registerDrafts } from './ui/drafts/registerDrafts';
import { registerFleet } from './ui/fleet/registerFleet';
import { registerFollow } from './ui/follow/registerFollow';
import { registerLinks } from './ui/links';
import { registerPanels } from './ui/panels/registerPanels';
import { registerPending } from './ui/pending/registerPending';
import { registerTexts } from './ui/texts/registerTexts';
import { registerTools } from './ui/tools/registerTools';
import { createViews } from './ui/views';
import { loadOnDemand } from './ui/loading/loadOnDemand';
import { lazy } from './base/lazy';

let stop: () => Promise<void> = () => Promise.resolve();

/** Registers everything and awaits nothing; anything heavy is loaded on first use. */
export function activate(context: vscode.ExtensionContext): void {
  const views = createViews(() => load());
  /** The code that is loaded on first use, with the services that it works with. */
  const load = lazy(async () => {
    const code = await loadOnDemand();
    const services = code.createServices(context, views, code.loadLater);
    stop = () => services.stop();
    return { ...code, services };
  });
  /** The same, with what the first rows don't need. */
  const loadAll = lazy(async () => {
    const { loadLater, services } = await load();
    return { ...(await loadLater()), services };
  });
  // Shared by both: documents that are saved together are asked about together.
  const sidelineSaves = new SidelineSaves(loadAll);
  context.subscriptions.push(
    views.servers,
    views.account,
    views.attention,
    registerCommands(async (id, parameters) => {
      const { runCommand, services } = await loadAll();
      return runCommand(id, services, parameters);
    }),
    registerDocuments(load, sidelineSaves),
    registerDrafts(load, loadAll, sidelineSaves),
    registerHelp(loadAll),
    registerTexts(loadAll),
    registerAccountProvider(load),
    registerDocumentMarks(load),
    registerLinks(load),
    registerTools(loadAll),
    registerAgents(load),
    registerPanels(load),
    registerFleet(load),
    registerFollow(load),
    registerPending(load, loadAll),
  );
}

/** Stops the sandbox, keeping its data. */
export function deactivate(): Promise<void> {
  return stop();
}
