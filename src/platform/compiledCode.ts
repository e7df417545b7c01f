import type { Script } from 'node:vm';

/** How long after it was loaded code is stored, in milliseconds: not while the editor is starting. */
const storeMs = 5_000;

/** The length of a SHA-256 digest in bytes. */
const digestLength = 32;

/** Loads a module as Node's `require` does. */
type Require = (name: string) => unknown;

/** The folders of the extension's own files, and of what was compiled from them. */
interface Folders {
  readonly code: string;
  readonly compiled: string;
}

/**
 * Returns a `require` for the extension's own files (`./name.js`) that stores what V8 compiled, so that
 * later windows needn't compile it again: that is half of the time that loading takes. Everything else
 * is loaded by `hostRequire`. For Node only.
 * @param wait calls back after some milliseconds.
 */
export function createCompiledRequire(
  hostRequire: Require,
  folders: Folders,
  wait: (ms: number, callback: () => void) => unknown,
): Require {
  const modules = new Map<string, { exports: unknown }>();
  const require: Require = (name) => {
    if (!name.startsWith('./')) return hostRequire(name);
    const loaded = modules.get(name);
    if (loaded) return loaded.exports;
    const module = { exports: {} };
    modules.set(name, module);
    try {
      const { script, store } = compile(folders, name.slice('./'.length));
      const run = script.runInThisContext() as Wrapped;
      run(module.exports, require, module);
      if (store) wait(storeMs, () => void store().catch(() => undefined));
    } catch (error) {
      modules.delete(name);
      throw error;
    }
    return module.exports;
  };
  return require;
}

type Wrapped = (exports: object, require: Require, module: { exports: unknown }) => void;

interface Compiled {
  readonly script: Script;
  /** Stores what was compiled; absent if it was stored before. */
  readonly store?: () => Promise<void>;
}

function compile(folders: Folders, name: string): Compiled {
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const vm = process.getBuiltinModule('node:vm');
  const filename = path.join(folders.code, name);
  const source = fs.readFileSync(filename, 'utf8');
  const stored = path.join(folders.compiled, name);
  const cachedData = read(stored, source);
  const { wrap } = process.getBuiltinModule('node:module');
  const script = new vm.Script(wrap(source), { filename, ...(cachedData && { cachedData }) });
  if (cachedData && !script.cachedDataRejected) return { script };
  const storage = path.dirname(folders.compiled);
  const hadStorage = fs.existsSync(storage);
  return {
    script,
    async store() {
      // The person had everything removed that is stored.
      if (hadStorage && !fs.existsSync(storage)) return;
      await write(folders, name, source, script.createCachedData());
    },
  };
}

/** Returns undefined if nothing was stored, or for other source code or another V8, or damaged. */
function read(file: string, source: string): Buffer | undefined {
  try {
    const content = process.getBuiltinModule('node:fs').readFileSync(file);
    const data = content.subarray(digestLength);
    return digest(source, data).equals(content.subarray(0, digestLength)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file as a whole, because another window may be reading it, and removes those of earlier versions. */
async function write(folders: Folders, name: string, source: string, data: Buffer): Promise<void> {
  const { mkdir, readdir, rename, rm, writeFile } = process.getBuiltinModule('node:fs/promises');
  const path = process.getBuiltinModule('node:path');
  await mkdir(folders.compiled, { recursive: true });
  const file = path.join(folders.compiled, name);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.concat([digest(source, data), data]));
  await rename(unfinished, file);
  const current = new Set(await readdir(folders.code));
  // Unfinished files of others that are being stored have its name and a number.
  const isOutdated = (each: string): boolean => !current.has(each.replace(/\.\d+$/, ''));
  const outdated = (await readdir(folders.compiled)).filter(isOutdated);
  await Promise.all(outdated.map((each) => rm(path.join(folders.compiled, each), { force: true })));
}

/** V8 itself only compares the lengths of the sources, and doesn't notice damage. */
function digest(source: string, data: Buffer): Buffer {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(process.versions.v8).update(source).update(data).digest();
}
