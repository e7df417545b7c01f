/** An open question about saves; other saves at the same time join it. */
export interface SaveQuestion {
  /** Whether to save them. */
  readonly answer: Promise<boolean>;
  /** Called when the set of saves in question changes. */
  show(keys: readonly string[]): void;
}

/** Asks about saves, identified by their keys. */
type AskToSave = (keys: readonly string[]) => SaveQuestion;

/** How long an announced save counts as in progress and its answer stays valid, in milliseconds. */
const maxGateMs = 30_000;

interface Announced {
  readonly isInFront: boolean;
  readonly at: number;
}

interface OpenQuestion {
  readonly keys: Set<string>;
  /** The keys whose texts are waiting for the answer. */
  readonly waiting: Set<string>;
  readonly question: SaveQuestion;
}

/**
 * Asks once about everything saved together that isn't in front: VS Code gives no reason for such a
 * save, and saves before a debug session, a test run or a task look as if the person had requested
 * them. A save is announced first; its text comes later, or never.
 */
export class SaveGate {
  readonly #now: () => number;
  readonly #announced = new Map<string, Announced>();
  /** Answers for saves whose texts haven't arrived yet. */
  readonly #answered = new Map<string, { readonly answer: boolean; readonly at: number }>();
  #open: OpenQuestion | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Records that something is about to be saved, and whether it is in front when the save starts.
   */
  announce(key: string, isInFront: boolean): void {
    this.#answered.delete(key);
    this.#announced.set(key, { isInFront, at: this.#now() });
    if (!isInFront && this.#open) this.#join(this.#open, key);
  }

  /**
   * Whether something was in front when its save was announced; undefined if it wasn't announced.
   */
  begin(key: string): boolean | undefined {
    const announced = this.#announced.get(key);
    this.#announced.delete(key);
    return announced?.isInFront;
  }

  /** Asks whether to save something, together with everything else being saved. */
  async allows(key: string, ask: AskToSave): Promise<boolean> {
    const early = this.#answered.get(key);
    this.#answered.delete(key);
    if (early && this.#isRecent(early)) return early.answer;
    const open = (this.#open ??= this.#start(key, ask));
    this.#join(open, key);
    open.waiting.add(key);
    const answer = await open.question.answer;
    if (this.#open === open) this.#finish(open, answer);
    return answer;
  }

  #start(key: string, ask: AskToSave): OpenQuestion {
    const underWay = [...this.#announced].filter(
      ([, each]) => !each.isInFront && this.#isRecent(each),
    );
    const keys = new Set([key, ...underWay.map(([other]) => other)]);
    return { keys, waiting: new Set(), question: ask([...keys]) };
  }

  #join({ keys, question }: OpenQuestion, key: string): void {
    if (keys.has(key)) return;
    keys.add(key);
    question.show([...keys]);
  }

  #finish({ keys, waiting }: OpenQuestion, answer: boolean): void {
    this.#open = undefined;
    for (const key of keys) {
      if (!waiting.has(key)) this.#answered.set(key, { answer, at: this.#now() });
    }
  }

  #isRecent({ at }: { readonly at: number }): boolean {
    return this.#now() - at <= maxGateMs;
  }
}
