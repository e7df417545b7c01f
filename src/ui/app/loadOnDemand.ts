import type * as vscode from 'vscode';
import type * as OnDemand from './onDemand';
import { callLater } from '../../base/callLater';
import { isNode } from '../../platform/isNode';
import { createCompiledRequire } from '../../platform/compiledCode';

/** The host's own `require`. In a browser, `prepare` first fetches the files to require. */
declare const require: {
  (file: string): unknown;
  readonly prepare?: () => Promise<void>;
};

/** Loads everything that activation doesn't need. */
export async function loadOnDemand(context: vscode.ExtensionContext): Promise<typeof OnDemand> {
  await require.prepare?.();
  return requireIn(context)('./onDemand.js') as typeof OnDemand;
}

/** Browsers store compiled code themselves. */
function requireIn(context: vscode.ExtensionContext): (file: string) => unknown {
  if (!isNode) return require;
  const code = context.asAbsolutePath('dist');
  const compiled = `${context.globalStorageUri.fsPath}/compiled`;
  return createCompiledRequire(require, { code, compiled }, callLater);
}
