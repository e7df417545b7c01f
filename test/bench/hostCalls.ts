import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startServer, stopServer } from './httpService';

/** How long a task may take, in milliseconds. */
const callMs = 60_000;

/** An answer of the driver in the extension host. */
type Answer = { readonly value: unknown } | { readonly error: string };

/** Calls tasks of the driver in the window's extension host, which polls for them over HTTP. */
export class HostCalls {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  /** Drivers waiting for a task, by process id. */
  readonly #waiting = new Map<string, ServerResponse>();
  readonly #seen = new Set<string>();
  readonly #gone = new Set<string>();
  #onDriver: () => void = () => undefined;
  #onAnswer: (answer: Answer) => void = () => undefined;
  #url = '';

  /** The address that the driver polls. */
  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    this.#url = await startServer(this.#server);
  }

  async stop(): Promise<void> {
    await stopServer(this.#server);
  }

  /** Forgets existing extension hosts, because the window is about to get a new one. */
  leave(): void {
    // Including those about to poll again.
    for (const id of this.#seen) this.#gone.add(id);
    this.#waiting.clear();
  }

  /** Runs a task as soon as there is a driver. @throws the task's error, or an error if it takes too long. */
  async call<T>(task: string, input: object = {}): Promise<T> {
    const late = setTimeout(callMs, undefined, { ref: false }).then(() => {
      throw new Error(`The extension host did not answer to ${task} within ${callMs} ms.`);
    });
    return Promise.race([this.#call<T>(task, input), late]);
  }

  async #call<T>(task: string, input: object): Promise<T> {
    const [id, response] = await this.#driver();
    this.#waiting.delete(id);
    const answered = new Promise<Answer>((resolve) => {
      this.#onAnswer = resolve;
    });
    response.end(JSON.stringify({ task, input }));
    const answer = await answered;
    if ('error' in answer) throw new Error(`${task} failed in the extension host: ${answer.error}`);
    return answer.value as T;
  }

  async #driver(): Promise<[string, ServerResponse]> {
    for (;;) {
      const [driver] = this.#waiting;
      if (driver) return driver;
      await new Promise<void>((resolve) => {
        this.#onDriver = resolve;
      });
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.url ?? '';
    this.#seen.add(id);
    if (request.method === 'POST') {
      this.#onAnswer(JSON.parse(await text(request)) as Answer);
      response.end();
      return;
    }
    if (this.#gone.has(id)) return;
    this.#waiting.set(id, response);
    this.#onDriver();
  }
}
