import * as vscode from 'vscode';
import type { activate as activateExtension, deactivate as deactivateExtension } from './extension';
import { lazy } from './shared/lazy';

/** What is loaded on demand: files below `dist`, as the build wrote them. */
declare const CHUNKS: readonly string[];

/** What activation needs. */
const main = 'extension.js';

interface Extension {
  readonly activate: typeof activateExtension;
  readonly deactivate: typeof deactivateExtension;
}

let extension: Extension | undefined;

/**
 * Loads the extension in a browser's extension host, which evaluates one file and cannot load a further
 * one: they are fetched, what activation does not need when it is first asked for, and evaluated one by one.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const decoder = new TextDecoder();
  const sources = new Map<string, string>();
  const fetchFiles = async (files: readonly string[]): Promise<void> => {
    await Promise.all(
      files.map(async (file) => {
        const uri = vscode.Uri.joinPath(context.extensionUri, 'dist', file);
        sources.set(nameOf(file), decoder.decode(await vscode.workspace.fs.readFile(uri)));
      }),
    );
  };
  await fetchFiles([main]);
  const load = loaderOf(
    sources,
    lazy(() => fetchFiles(CHUNKS)),
  );
  extension = load(main) as Extension;
  extension.activate(context);
}

/** Lets the sandbox end and keep its data. */
export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

interface Require {
  (id: string): unknown;
  /** What the build makes of `import()`. */
  later?: (id: string) => Promise<unknown>;
}

function loaderOf(sources: ReadonlyMap<string, string>, fetchAll: () => Promise<void>): Require {
  const modules = new Map<string, { exports: unknown }>();
  const load: Require = (id) => {
    if (id === 'vscode') return vscode;
    const name = nameOf(id);
    const loaded = modules.get(name);
    if (loaded) return loaded.exports;
    const source = sources.get(name);
    if (source === undefined) throw new RangeError(id);
    const module = { exports: {} };
    modules.set(name, module);
    // The host evaluates the extension's own file in this way, too.
    // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval
    const evaluate = new Function(
      'module',
      'exports',
      'require',
      `${source}\n//# sourceURL=${name}`,
    );
    (evaluate as (module: object, exports: object, require: Require) => void)(
      module,
      module.exports,
      load,
    );
    return module.exports;
  };
  load.later = async (id) => {
    await fetchAll();
    return load(id);
  };
  return load;
}

/** The build names every file once, whatever folder it is in. */
function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
