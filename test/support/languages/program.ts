import path from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';
import { sourceFiles } from '../imports';

/** The extension's sources as the compiler sees them; those of the sandbox are left out. */
export interface SourceProgram {
  readonly checker: Checker;
  readonly files: readonly SourceFile[];
}

/** Reads the sources with the project's own compiler, which is available while `use` runs. */
export function withProgram<T>(use: (program: SourceProgram) => T): T {
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openProject: path.resolve('tsconfig.json') });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error('tsconfig.json describes no project');
    const files = sourceFiles('src')
      .filter((file) => !file.startsWith(path.join('src', 'sandbox')))
      .map((file) => {
        const source = project.program.getSourceFile(path.resolve(file));
        if (!source) throw new Error(`${file} is no part of the project`);
        return source;
      });
    return use({ checker: project.checker, files });
  } finally {
    api.close();
  }
}

/** Parses files, without what they import; the trees are available while `use` runs. */
export function withSyntax<T>(
  files: readonly string[],
  use: (sources: ReadonlyMap<string, SourceFile>) => T,
): T {
  const config = path.resolve('parsed.tsconfig.json');
  const compilerOptions = { noLib: true, noResolve: true, types: [] };
  const text = JSON.stringify({ compilerOptions, files: files.map((file) => path.resolve(file)) });
  const api = new API({
    fs: {
      readFile: (file) => (file === config ? text : undefined),
      fileExists: (file) => (file === config ? true : undefined),
    },
  });
  try {
    const project = api.updateSnapshot({ openProject: config }).getProject(config);
    return use(
      new Map(
        files.map((file) => {
          const source = project?.program.getSourceFile(path.resolve(file));
          if (!source) throw new Error(`${file} can't be parsed`);
          return [file, source];
        }),
      ),
    );
  } finally {
    api.close();
  }
}

/** A file's path relative to the repository. */
export function pathOf({ fileName }: SourceFile): string {
  return path.relative('.', fileName).replaceAll(path.sep, '/');
}

/** The position of a node: `src/ui/explorer/links.ts:12`. */
export function placeOf(source: SourceFile, node: Node): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `${pathOf(source)}:${line + 1}`;
}
