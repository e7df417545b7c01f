import { setMaxListeners } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type Connected, describe } from './connect';
import { drift, exportAccount, plan, type Steps, update } from './folder';
import type { Settings } from './options';
import { exitCodeOf, print, type Report } from './output';
import { redact } from '../api/credentials';
import { markInvisible } from '../base/foreignText';
import { t } from '../base/l10n';
import { NodeDisk } from '../pending/folders/nodeDisk';

/** Runs a command; returns the exit code. */
export async function run(settings: Settings): Promise<number> {
  const abort = new AbortController();
  // Every request that waits is one.
  setMaxListeners(0, abort.signal);
  // Ctrl+C again ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => abort.abort(new Error(t('Canceled.'))));
  }
  const progress = new Progress();
  let connected: Connected | undefined;
  const hide = (text: string): string => redact(text, connected?.secrets ?? []);
  try {
    connected = await connect(settings, abort);
    const { command, folder = '', stateFile, failOn } = settings;
    // Loading what only one command needs would delay the requests of the others.
    const work = command === 'check' ? (await import('./check')).check : folderCommands[command];
    const steps: Steps = { ...connected, signal: abort.signal, progress: progress.show };
    const { label, service } = connected.account;
    const found = await work(steps, new NodeDisk(folder), settings);
    // Before it is formatted: Markdown spells a token differently.
    const hidden = hide(JSON.stringify({ command, account: { label, service }, ...found }));
    const report = JSON.parse(hidden) as Report;
    progress.clear();
    process.stdout.write(print(report, settings, process.stdout));
    const code = exitCodeOf(report, failOn);
    if (code === 1) process.stderr.write(toLines(report.unread));
    // Once nothing is left to do, it isn't current any more.
    else if (stateFile !== undefined) rmSync(stateFile, { force: true });
    return code;
  } catch (error) {
    progress.clear();
    process.stderr.write(hide(toLines(explain(error, settings, abort.signal))));
    return 1;
  } finally {
    // A file that can't be read ends a plan while the service is still being read.
    abort.abort();
    await connected?.close();
  }
}

const folderCommands = { plan, drift, export: exportAccount, update };

/** Why a command ended early: also if a file couldn't be written, which stops all reads. */
function explain(error: unknown, { stateFile }: Settings, { reason }: AbortSignal): string[] {
  const reasons = [error, error instanceof Error ? error.cause : undefined, reason as unknown];
  const words = reasons.filter((each) => each !== undefined).map(describe);
  return [...new Set(words), ...(stateFile === undefined ? [] : [t('Run it again to continue.')])];
}

function toLines(texts: readonly string[]): string {
  return texts.map((text) => `${markInvisible(text)}\n`).join('');
}

/** Shows how far it is on standard error: in one line of a terminal, or in at most ten of a log. */
class Progress {
  #tenth = -1;

  readonly show = (words: string, share: number): void => {
    const tenth = Math.floor(share * 10);
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`);
    else if (tenth > this.#tenth) process.stderr.write(`${words}\n`);
    this.#tenth = tenth;
  };

  clear(): void {
    if (process.stderr.isTTY && this.#tenth >= 0) process.stderr.write('\r\u001b[K');
  }
}
