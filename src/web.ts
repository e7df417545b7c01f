import * as vscode from 'vscode';
import type { activate as activateExtension, deactivate as deactivateExtension } from './extension';
import { lazy } from './base/lazy';

/** The file below `dist` that activation needs. */
const main = 'extension.js';

const onDemand = 'onDemand.js';

interface Extension {
  readonly activate: typeof activateExtension;
  readonly deactivate: typeof deactivateExtension;
}

interface Require {
  (file: string): unknown;
  /** Fetches the file that can then be required. */
  prepare?: () => Promise<void>;
}

let extension: Extension | undefined;

/** The extension host of a browser evaluates a single file and can't load others. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const sources = new Map<string, string>();
  const fetchFile = async (file: string): Promise<void> => {
    const uri = vscode.Uri.joinPath(context.extensionUri, 'dist', file);
    sources.set(`./${file}`, new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  };
  await fetchFile(main);
  const require = requireFrom(sources);
  require.prepare = lazy(() => fetchFile(onDemand));
  extension = require(`./${main}`) as Extension;
  extension.activate(context);
}

export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

function requireFrom(sources: ReadonlyMap<string, string>): Require {
  const modules = new Map<string, { exports: unknown }>();
  const require: Require = (file) => {
    if (file === 'vscode') return vscode;
    const loaded = modules.get(file);
    if (loaded) return loaded.exports;
    const source = sources.get(file);
    if (source === undefined) throw new RangeError(file);
    const module = { exports: {} };
    modules.set(file, module);
    // The host evaluates the extension's main file this way, too.
    // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval
    const evaluate = new Function(
      'module',
      'exports',
      'require',
      `${source}\n//# sourceURL=${file}`,
    );
    (evaluate as (module: object, exports: object, require: Require) => void)(
      module,
      module.exports,
      require,
    );
    return module.exports;
  };
  return require;
}
