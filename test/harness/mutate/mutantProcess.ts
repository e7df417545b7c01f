import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { out, root } from '../system/paths';
import type { Answer, Coverage, Request } from './messages';

/** The outcome for a mutant: a test failed, none did, or the tests didn't end. */
export type Outcome = 'noticed' | 'survived' | 'endless';

/** How long the tests of one mutant may take, in milliseconds. */
const longestMs = 60_000;
/** The same for one that any test may notice, since it was there when they were loaded. */
const longestLoadedMs = 600_000;

/** A process that tries one mutant after another; it's replaced when one of them doesn't end. */
export class MutantProcess {
  readonly #tests: readonly string[];
  readonly #loadedWith: number | undefined;
  #child: ChildProcess | undefined;

  /** The mutant `loadedWith` is switched on before the tests are loaded. */
  constructor(tests: readonly string[], loadedWith?: number) {
    this.#tests = tests;
    this.#loadedWith = loadedWith;
  }

  async cover(): Promise<Coverage> {
    const answer = await this.#ask({ type: 'cover' });
    if (answer?.type !== 'covered') throw new Error('The tests ended early without any mutant.');
    return answer.coverage;
  }

  async try(id: number, titles: readonly string[]): Promise<Outcome> {
    const withinMs = this.#loadedWith === undefined ? longestMs : longestLoadedMs;
    const answer = await this.#ask({ type: 'try', id, titles }, withinMs);
    if (answer?.type === 'tried') return answer.isNoticed ? 'noticed' : 'survived';
    this.end();
    return 'endless';
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** Undefined if the process ended, or took too long. */
  #ask(request: Request, withinMs?: number): Promise<Answer | undefined> {
    const child = (this.#child ??= fork(
      path.join(out, 'test/harness/runMutants.mjs'),
      [String(this.#loadedWith ?? ''), ...this.#tests],
      {
        cwd: root,
        silent: true,
      },
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
