import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One import of one file. */
export interface Import {
  /** The file that imports, from the root of the repository: `src/api/client.ts`. */
  readonly from: string;
  /** The file that is imported, written likewise, or the name of a package. */
  readonly to: string;
  /** Whether nothing but types is taken, so that nothing is left of it when it runs. */
  readonly isType: boolean;
  /** The imported names, if listed. */
  readonly names: readonly string[];
}

/** The TypeScript files of a folder and all below, from the root of the repository. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => file.endsWith('.ts'));
}

/** Every import in the files, types and `import()` included. */
export function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((from) => {
    const text = readFileSync(from, 'utf8');
    return [...text.matchAll(statements), ...text.matchAll(calls)].map(({ groups = {} }) => {
      const { type, names = '', target = '' } = groups;
      return { from, to: resolve(from, target), isType: type !== undefined, names: split(names) };
    });
  });
}

const statements =
  /^(?:import|export)\s+(?<type>type\s)?\s*(?:[\w*\s,]*(?:\{(?<names>[^}]*)\})?\s*from\s*)?'(?<target>[^']+)';$/gm;
const calls = /\bimport\(\s*[`'](?<target>[^`']+)[`'],?\s*\)/g;

function resolve(from: string, target: string): string {
  if (!target.startsWith('.')) return target;
  const file = path.join(path.dirname(from), target);
  return file.endsWith('.ts') ? file : `${file}.ts`;
}

function split(names: string): string[] {
  return names
    .split(',')
    .map(
      (name) =>
        name
          .replace(/^\s*type\s/, '')
          .trim()
          .split(/\s/)[0] ?? '',
    )
    .filter((name) => name !== '');
}
