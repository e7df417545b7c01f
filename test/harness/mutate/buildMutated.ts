import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { API } from 'typescript/unstable/sync';
import { out, root } from '../system/paths';
import { findMutants, type Mutant } from './findMutants';
import { withMutants } from './withMutants';

/** A mutant, with its file below the repository. */
export interface MutantInFile extends Mutant {
  readonly file: string;
}

/** Where the tests are built with all mutants in them. */
const folder = path.join(out, 'mutate');

/** The tests that should notice mutants: the others wait for an editor, or take too long. */
export const allTests: readonly string[] = ['test/unit', 'test/contract'];

/** Builds tests with all mutants of a folder of `src`; returns these and the built test files. */
export async function buildMutated(
  below: string,
  folders: readonly string[],
): Promise<{ readonly mutants: readonly MutantInFile[]; readonly tests: readonly string[] }> {
  const mutants = findAll(below);
  const entryPoints = folders.flatMap((each) =>
    readdirSync(each, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => path.join(each, name)),
  );
  await build({
    entryPoints,
    outdir: folder,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    external: ['vscode'],
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [
      {
        name: 'mutants',
        setup(builder) {
          builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => {
            const here = mutants.filter((each) => path.join(root, each.file) === file);
            return { contents: withMutants(readFileSync(file, 'utf8'), here), loader: 'ts' };
          });
        },
      },
    ],
  });
  const tests = entryPoints.map((file) => path.join(folder, file.replace(/\.ts$/, '.mjs')));
  return { mutants, tests };
}

function findAll(below: string): readonly MutantInFile[] {
  const api = new API({ cwd: root });
  try {
    const config = path.join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProject: config }).getProject(config);
    const mutants: MutantInFile[] = [];
    for (const name of readdirSync(below, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
      const file = path.join(below, name);
      const source = project?.program.getSourceFile(path.join(root, file));
      if (!source) throw new Error(`${file} is no part of the project.`);
      const text = readFileSync(file, 'utf8');
      mutants.push(
        ...findMutants(source, text, mutants.length).map((mutant) => ({ ...mutant, file })),
      );
    }
    return mutants;
  } finally {
    api.close();
  }
}
