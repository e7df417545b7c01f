import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { out, root } from '../../test/harness/system/paths';
import type { Answer, ChosenTest, Coverage, Request, Tried } from './messages';

/** The outcome of a mutant: a test failed, none did, the tests didn't end, or they never ran its code. */
export interface Outcome {
  readonly type: 'noticed' | 'survived' | 'endless' | 'unreached';
  /** The full title of the test that failed. */
  readonly by?: string | undefined;
}

/** How long the tests of one mutant may take beyond five times their usual duration, in milliseconds. */
const spareMs = 15_000;

/** A process that tries one mutant after another; it's replaced when one of them doesn't end. */
export class MutantProcess {
  readonly #files: readonly string[];
  readonly #loadedWith: number | undefined;
  #child: ChildProcess | undefined;

  /** The mutant `loadedWith` is switched on before the files are loaded. */
  constructor(files: readonly string[], loadedWith?: number) {
    this.#files = files;
    this.#loadedWith = loadedWith;
  }

  async cover(): Promise<Coverage> {
    const answer = await this.#ask({ type: 'cover' });
    if (answer?.type !== 'covered') throw new Error('The tests ended early without any mutant.');
    return answer.coverage;
  }

  async try(id: number, tests: readonly ChosenTest[]): Promise<Outcome> {
    const usualMs = tests.reduce((sum, { ms }) => sum + ms, 0);
    const answer = await this.#ask({ type: 'try', id, tests }, spareMs + 5 * usualMs);
    // A pending wait could disturb the tests of the next mutant.
    if (answer?.type !== 'tried' || answer.isLate) this.end();
    return answer?.type === 'tried' ? toOutcome(answer) : { type: 'endless' };
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** Undefined if the process ended, or took too long. */
  #ask(request: Request, withinMs?: number): Promise<Answer | undefined> {
    const child = (this.#child ??= fork(
      path.join(out, 'scripts/mutate/runMutants.mjs'),
      [String(this.#loadedWith ?? ''), ...this.#files],
      { cwd: root, silent: true, env: { ...process.env, SHORT_RUN: '1' } },
    ));
    return new Promise((resolve) => {
      const settle = (answer?: Answer): void => {
        clearTimeout(timer);
        child.off('message', settle).off('exit', ended);
        resolve(answer);
      };
      const ended = (): void => settle();
      const timer = withinMs === undefined ? undefined : setTimeout(ended, withinMs);
      child.on('message', settle).on('exit', ended);
      child.stdout?.resume();
      child.stderr?.resume();
      child.send(request);
    });
  }
}

function toOutcome({ failed, isReached }: Tried): Outcome {
  if (failed !== undefined) return { type: 'noticed', by: failed };
  return { type: isReached ? 'survived' : 'unreached' };
}
