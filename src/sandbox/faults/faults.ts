import type { SandboxMiddleware } from '../http/environment';
import { createRandom } from '../random';
import { delay } from './delay';
import { answerFault } from './faultAnswer';
import { type FaultSpec, parseFaultSpec } from './faultSpec';

/** Fixed, so that faults are the same on every run. */
const seed = 1;

interface ArmedFault {
  readonly spec: FaultSpec;
  /** How many more requests it affects; infinite without `count`. */
  remaining: number;
}

/** A fault as listed by the control path; `remaining` is null if it never ends. */
interface ListedFault {
  readonly spec: string;
  readonly remaining: number | null;
}

/** The active faults. */
export class Faults {
  #armed: ArmedFault[] = [];
  #cleared = new AbortController();
  readonly #random = createRandom(seed);

  /** Adds a fault; throws a `FaultSpecError` if it can't be parsed. */
  add(text: string): void {
    const spec = parseFaultSpec(text);
    this.#armed.push({ spec, remaining: spec.count ?? Number.POSITIVE_INFINITY });
  }

  /** Ends delays, too: requests that wait go on. */
  clear(): void {
    this.#armed = [];
    this.#cleared.abort();
    this.#cleared = new AbortController();
  }

  get list(): ListedFault[] {
    return this.#armed.map(({ spec, remaining }) => ({
      spec: spec.text,
      remaining: Number.isFinite(remaining) ? remaining : null,
    }));
  }

  /** The faults for this request: any number of delays, and at most one wrong answer. */
  #take(method: string, path: string): FaultSpec[] {
    const taken: FaultSpec[] = [];
    for (const fault of this.#armed) {
      if (!this.#befalls(fault.spec, method, path)) continue;
      fault.remaining -= 1;
      taken.push(fault.spec);
      if (fault.spec.status !== undefined || fault.spec.body !== undefined) break;
    }
    this.#armed = this.#armed.filter(({ remaining }) => remaining > 0);
    return taken;
  }

  #befalls(spec: FaultSpec, method: string, path: string): boolean {
    if (spec.method !== undefined && spec.method !== method) return false;
    if (spec.path && !spec.path.test(path)) return false;
    return spec.probability === undefined || this.#random() < spec.probability;
  }

  readonly middleware: SandboxMiddleware = async (context, next) => {
    const taken = this.#take(context.req.method, context.req.path);
    const { signal } = this.#cleared;
    const wrong = taken.find((spec) => spec.status !== undefined || spec.body !== undefined);
    await delayBy(
      taken.filter(({ applied }) => !applied),
      signal,
    );
    if (!wrong || wrong.applied) await next();
    await delayBy(
      taken.filter(({ applied }) => applied),
      signal,
    );
    // A request that the service refuses anyway gets the service's own answer.
    if (!wrong || (wrong.applied && !context.res.ok)) return undefined;
    const answer = answerFault(context, wrong);
    if (!wrong.applied) return answer;
    context.res = answer;
    return undefined;
  };
}

async function delayBy(specs: readonly FaultSpec[], cleared: AbortSignal): Promise<void> {
  const latency = specs.reduce((sum, spec) => sum + (spec.latency ?? 0), 0);
  if (latency === 0) return;
  const isCleared = new Promise((resolve) => cleared.addEventListener('abort', resolve));
  await Promise.race([delay(latency), isCleared]);
}
