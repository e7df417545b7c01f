import * as vscode from 'vscode';

/**
 * Activates an extension, and returns how long that took, in milliseconds, including loading its code and the
 * work that VS Code does for any extension.
 */
export async function measureActivation({ id }: { readonly id: string }): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension || extension.isActive) throw new Error(`${id} is missing, or active already.`);
  const start = performance.now();
  await extension.activate();
  return performance.now() - start;
}
