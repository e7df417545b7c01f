import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { API } from 'typescript/unstable/sync';
import { out, root } from '../../test/harness/system/paths';
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

/** Random tests: they take longer, and notice mutants that only matter in long stories. */
export const lawTests: readonly string[] = ['test/laws'];

/**
 * Builds tests with all mutants of a folder or file of `src`; returns these, and for each of the stages, which are lists
 * of folders, the built test files that contain any of them.
 */
export async function buildMutated(
  below: string,
  stages: readonly (readonly string[])[],
): Promise<{
  readonly mutants: readonly MutantInFile[];
  readonly tests: readonly (readonly string[])[];
}> {
  const mutants = findAll(below);
  const entryPoints = stages.map((folders) => folders.flatMap(testsBelow));
  const { metafile } = await build({
    entryPoints: entryPoints.flat(),
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
    metafile: true,
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
  const files = new Set(mutants.map(({ file }) => file));
  const tests = entryPoints.map((names) =>
    names
      .map((name) => path.join(folder, name.replace(/\.ts$/, '.mjs')))
      .filter((built) => contains(metafile, path.relative(root, built), files)),
  );
  return { mutants, tests };
}

function testsBelow(below: string): string[] {
  return filesBelow(below).filter((name) => name.endsWith('.test.ts'));
}

/** Whether an output contains any of the files, including through imports. */
function contains({ outputs }: Metafile, output: string, files: ReadonlySet<string>): boolean {
  const reached = new Set([output]);
  for (const each of reached) {
    const { inputs = {}, imports = [] } = outputs[each] ?? {};
    if (Object.keys(inputs).some((input) => files.has(input))) return true;
    for (const { path: imported } of imports) reached.add(imported);
  }
  return false;
}

/** The TypeScript files in a folder, or the file itself. */
function filesBelow(below: string): string[] {
  if (statSync(below).isFile()) return [below];
  return readdirSync(below, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => path.join(below, name));
}

function findAll(below: string): readonly MutantInFile[] {
  const api = new API({ cwd: root });
  try {
    const config = path.join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProject: config }).getProject(config);
    const mutants: MutantInFile[] = [];
    for (const file of filesBelow(below)) {
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
