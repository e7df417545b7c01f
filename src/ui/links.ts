import * as vscode from 'vscode';
import type { Core } from './core';
import { t } from './l10n';

/** Follows links to resources: it shows their rows, and never changes anything. */
export function registerLinks(core: () => Promise<Core>): vscode.Disposable {
  return vscode.window.registerUriHandler({
    async handleUri({ path }) {
      if (await (await core()).explorer.follow(path)) return;
      void vscode.window.showWarningMessage(
        t('This link leads to nothing here: there is no such account, or the link is damaged.'),
      );
    },
  });
}
