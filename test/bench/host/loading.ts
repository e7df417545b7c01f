import path from 'node:path';
import * as vscode from 'vscode';
import { createCompiledRequire } from '../../../src/platform/compiledCode';

/**
 * Loads what an extension needs for its first rows, without activating it, and returns how long that took, in
 * milliseconds. What is compiled is stored in the folder `compiled`; what is there already is used.
 */
export async function measureLoading(input: {
  readonly id: string;
  readonly compiled: string;
}): Promise<number> {
  const extension = vscode.extensions.getExtension(input.id);
  if (!extension) throw new Error(`${input.id} is missing.`);
  const code = path.join(extension.extensionPath, 'dist');
  const load = createCompiledRequire(require, { code, compiled: input.compiled }, (_, store) =>
    setTimeout(store),
  );
  const start = performance.now();
  load('./onDemand.js');
  return performance.now() - start;
}
