import * as vscode from 'vscode';
import type { Explorer } from './explorer';
import type { followLink } from './followLink';

/** Follows links to resources; the code is loaded with the first. */
export function registerLinks(
  load: () => Promise<{
    readonly services: { readonly explorer: Explorer };
    readonly followLink: typeof followLink;
  }>,
): vscode.Disposable {
  return vscode.window.registerUriHandler({
    async handleUri({ path }) {
      const { services, followLink } = await load();
      await followLink(services.explorer, path);
    },
  });
}
