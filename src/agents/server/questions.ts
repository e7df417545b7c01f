import type { Question } from '../agent';
import { elicitMethod, readForm, toElicitation } from './elicitation';
import { type Answer, isRecord } from './message';

/** How many questions may be open at clients that keep no request open. */
const mostAsked = 100;

const key = 'consent';

/** Sends a message to a client while it waits for an answer. */
export type Push = (message: object) => void;

/** The client has to call again with the person's answer. */
export class InputRequired extends Error {
  readonly result: object;

  constructor(question: Question, requestState: string) {
    super('The person has to be asked.');
    const inputRequests = { [key]: { method: elicitMethod, params: toElicitation(question) } };
    this.result = { resultType: 'input_required', inputRequests, requestState };
  }
}

/** Questions that clients put to the person. */
export class Questions {
  /** Questions that are answered while a request is open, by id. */
  readonly #open = new Map<string | number, (result: unknown) => void>();
  /** Questions that another request answers; by a random token it proves that it was asked. */
  readonly #asked = new Map<string, string>();

  /** Asks within a request. @throws Error once the client is gone. */
  async ask(question: Question, push: Push, signal: AbortSignal): Promise<boolean | undefined> {
    // It may have gone while another question was open, and won't be seen going again.
    signal.throwIfAborted();
    const id = crypto.randomUUID();
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#open.set(id, resolve);
      signal.addEventListener('abort', () => reject(new Error('The client is gone.')));
    });
    push({ jsonrpc: '2.0', id, method: elicitMethod, params: toElicitation(question) });
    try {
      return readForm(await answered);
    } finally {
      this.#open.delete(id);
    }
  }

  /** Settles a question that was asked within a request. */
  settle({ id, result }: Answer): void {
    this.#open.get(id)?.(result);
  }

  /** Asks by requiring another request, unless this one has the answer. @throws InputRequired */
  askAgain(
    question: Question,
    { requestState, inputResponses }: Readonly<Record<string, unknown>>,
  ): boolean | undefined {
    const about = JSON.stringify(question.about);
    if (typeof requestState === 'string' && this.#asked.get(requestState) === about) {
      this.#asked.delete(requestState);
      return isRecord(inputResponses) ? readForm(inputResponses[key]) : undefined;
    }
    const [oldest] = this.#asked.keys();
    if (oldest !== undefined && this.#asked.size >= mostAsked) this.#asked.delete(oldest);
    const state = crypto.randomUUID();
    this.#asked.set(state, about);
    throw new InputRequired(question, state);
  }
}
