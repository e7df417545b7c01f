import * as vscode from 'vscode';
import { useLanguage } from './base/l10n';
import { register } from './ui/app/register';
import { SaveConfirmation } from './ui/documents/saveConfirmation';
import type * as OnDemand from './ui/app/onDemand';
import { callLater } from './base/callLater';
import { lazy } from './base/lazy';
import { createViews } from './ui/explorer/views';

/** The host's own `require`. In a browser, `prepare` first fetches the file to require. */
declare const require: {
  (file: string): unknown;
  readonly prepare?: () => Promise<void>;
};

let stop: () => Promise<void> = () => Promise.resolve();

/** Registers everything and awaits nothing; the rest is loaded afterwards. */
export function activate(context: vscode.ExtensionContext): void {
  useLanguage(vscode.env.language, vscode.l10n.bundle);
  const load = lazy(async () => {
    await require.prepare?.();
    const code = require('./onDemand.js') as typeof OnDemand;
    const services = code.createServices(context, views, saveConfirmation.gate);
    stop = () => services.stop();
    return { ...code, services };
  });
  const views = createViews(load);
  // Shared: the texts that are saved together are asked about together.
  const saveConfirmation = new SaveConfirmation(load);
  context.subscriptions.push(
    views.servers,
    views.account,
    views.attention,
    saveConfirmation,
    register(context.extension, load, saveConfirmation),
  );
  // Whatever it was activated for, the editor is about to ask for rows, and for the accounts of its
  // menu. What needs it tries again if that fails, and says why.
  callLater(0, () => void load().catch(() => undefined));
}

export function deactivate(): Promise<void> {
  return stop();
}
