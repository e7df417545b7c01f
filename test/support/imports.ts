import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One import of one file. */
export interface Import {
  /** The importing file, relative to the repository: `src/api/client.ts`. */
  readonly from: string;
  /** The imported file in the same form, or the name of a package. */
  readonly to: string;
  /** Whether it only imports types, so that nothing remains at run time. */
  readonly isType: boolean;
  /** The imported names, if listed. */
  readonly names: readonly string[];
}

/** The TypeScript files in a folder and its subfolders, relative to the repository. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => file.endsWith('.ts'));
}

/** Every import in the files, including types and `import()`. */
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
