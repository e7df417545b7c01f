import * as vscode from 'vscode';
import type { Explorer } from './explorer';
import { showMessage } from './editor/messages';
import { t } from './l10n';

/** Follows links to resources: reveals their rows, and never changes anything. */
export function registerLinks(
  load: () => Promise<{ readonly services: { readonly explorer: Explorer } }>,
): vscode.Disposable {
  return vscode.window.registerUriHandler({
    async handleUri({ path }) {
      const outcome = await (await load()).services.explorer.follow(path);
      if (outcome === 'noAccount') {
        void showMessage(
          'warning',
          t("Couldn't open the link: its account was removed, or was never added here."),
        );
      } else if (outcome === 'damaged') {
        void showMessage(
          'warning',
          t("Couldn't open the link: it's damaged. Copy it again from the resource's row."),
        );
      }
    },
  });
}
