import type * as vscode from 'vscode';
import type { Core } from './ui/core';
import { registerAccountProvider } from './ui/accounts/registerAccountProvider';
import { registerDocumentMarks } from './ui/accounts/registerDocumentMarks';
import { registerCommands } from './ui/commands/registerCommands';
import { registerDocuments } from './ui/documents/registerDocuments';
import { registerHelp } from './ui/documents/help/registerHelp';
import { registerDrafts } from './ui/drafts/registerDrafts';
import { registerLinks } from './ui/links';
import { registerPanels } from './ui/panels/registerPanels';
import { registerReports } from './ui/reports/registerReports';
import { registerTools } from './ui/tools/registerTools';
import { createViews } from './ui/views';
import { lazy } from './shared/lazy';

let stop: () => Promise<void> = () => Promise.resolve();

/** Registers everything and awaits nothing: what is heavy is loaded when it is first used. */
export function activate(context: vscode.ExtensionContext): void {
  const views = createViews(() => core());
  const core = lazy<Core>(async () => {
    const { createCore } = await import('./ui/core');
    const created = createCore(context, views);
    stop = () => created.stop();
    return created;
  });
  context.subscriptions.push(
    views.servers,
    views.account,
    registerCommands(core),
    registerDocuments(core),
    registerDrafts(core),
    registerHelp(core),
    registerAccountProvider(core),
    registerDocumentMarks(core),
    registerLinks(core),
    registerReports(core),
    registerTools(core),
    registerPanels(core),
  );
}

/** Lets the sandbox end and keep its data. */
export function deactivate(): Promise<void> {
  return stop();
}
