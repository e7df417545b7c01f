import * as vscode from 'vscode';
import type { activate as activateExtension, deactivate as deactivateExtension } from './extension';

/** The files of the extension below `dist`, as the build wrote them: its main file comes first. */
declare const EXTENSION_FILES: readonly string[];

interface Extension {
  readonly activate: typeof activateExtension;
  readonly deactivate: typeof deactivateExtension;
}

let extension: Extension | undefined;

/**
 * Loads the extension in a browser's extension host, which evaluates one file and cannot load a further
 * one: all are fetched at once, and each is evaluated when it is first asked for.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const decoder = new TextDecoder();
  const sources = await Promise.all(
    EXTENSION_FILES.map(async (file) => {
      const uri = vscode.Uri.joinPath(context.extensionUri, 'dist', file);
      return [nameOf(file), decoder.decode(await vscode.workspace.fs.readFile(uri))] as const;
    }),
  );
  const load = loaderOf(new Map(sources));
  extension = load(EXTENSION_FILES[0] ?? '') as Extension;
  extension.activate(context);
}

/** Lets the sandbox end and keep its data. */
export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

type Require = (id: string) => unknown;

function loaderOf(sources: ReadonlyMap<string, string>): Require {
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
  return load;
}

/** The build names every file once, whatever folder it is in. */
function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
