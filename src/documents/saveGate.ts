/** `always` is for this and all later saves. */
export type SaveAnswer = 'save' | 'always' | 'leave';

export interface SaveQuestion {
  readonly answer: Promise<SaveAnswer>;
  show(keys: readonly string[]): void;
}

type AskToSave = (keys: readonly string[]) => SaveQuestion;

/** How long an announced save counts as in progress and its answer stays valid, in milliseconds. */
const maxGateMs = 30_000;

/** A save that the person means, until it succeeds or its text changes. */
interface Meant {
  isRunning: boolean;
  /** The text being saved, or that failed to be; undefined before that and after success. */
  text: string | undefined;
}

interface OpenQuestion {
  readonly keys: Set<string>;
  readonly waiting: Set<string>;
  readonly question: SaveQuestion;
}

/**
 * About all that is saved together and not meant by the person: VS Code gives no reason for a
 * save, and those before a debug session, a test run or a task look like the person's. A save is
 * announced first; its text comes later, or never.
 */
export class SaveGate {
  readonly #now: () => number;
  readonly #meant = new Map<string, Meant>();
  /** When saves that the person doesn't mean were announced. */
  readonly #announced = new Map<string, number>();
  /** Answers for saves whose texts haven't arrived yet. */
  readonly #answered = new Map<string, { readonly answer: boolean; readonly at: number }>();
  #open: OpenQuestion | undefined;
  #isAsking = true;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** If it fails, saving the same text again is meant, too: to overwrite, or to try again. */
  async mean(key: string, save: () => PromiseLike<unknown>): Promise<void> {
    const meant: Meant = { isRunning: true, text: undefined };
    this.#meant.set(key, meant);
    try {
      await save();
    } finally {
      meant.isRunning = false;
      if (meant.text === undefined && this.#meant.get(key) === meant) this.#meant.delete(key);
    }
  }

  /** @param isResolving seen next to the live text: it may have changed since it was meant. */
  announce(key: string, text: string, isResolving = false): void {
    const meant = this.#meant.get(key);
    this.#answered.delete(key);
    this.#announced.delete(key);
    if (meant && (meant.isRunning || isResolving || meant.text === text)) {
      meant.text = text;
      return;
    }
    this.#announced.set(key, this.#now());
    if (this.#open) this.#join(this.#open, key);
  }

  startSave(key: string, text: string, current?: string): boolean {
    this.#announced.delete(key);
    const meant = this.#meant.get(key);
    const isMeant = meant?.text === text || (meant?.isRunning === true && current === text);
    if (meant && isMeant) meant.text = text;
    return isMeant;
  }

  /** Records that something was saved, reverted or closed: a later save isn't meant because of an earlier one. */
  settle(key: string): void {
    const meant = this.#meant.get(key);
    if (!meant) return;
    meant.text = undefined;
    if (!meant.isRunning) this.#meant.delete(key);
  }

  async allows(key: string, ask: AskToSave): Promise<boolean> {
    const early = this.#answered.get(key);
    this.#answered.delete(key);
    if (!this.#isAsking) return true;
    if (early && this.#isRecent(early.at)) return early.answer;
    const open = (this.#open ??= this.#start(key, ask));
    this.#join(open, key);
    open.waiting.add(key);
    const chosen = await open.question.answer;
    if (chosen === 'always') this.#isAsking = false;
    const answer = chosen !== 'leave';
    if (this.#open === open) this.#finish(open, answer);
    return answer;
  }

  #start(key: string, ask: AskToSave): OpenQuestion {
    const underWay = [...this.#announced].filter(([, at]) => this.#isRecent(at));
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

  #isRecent(at: number): boolean {
    return this.#now() - at <= maxGateMs;
  }
}
