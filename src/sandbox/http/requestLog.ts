import { bodyText } from './input/bodyText';
import type { SandboxMiddleware } from './environment';

/** A received request, without credentials. */
interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON, or the text if it's invalid; null if it's empty or the caller is unknown. */
  readonly body: unknown;
  /** ISO 8601. */
  readonly time: string;
}

const capacity = 1000;

function toBody(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Records the latest requests, so that tests can check what a client really sent. */
export class RequestLog {
  readonly #requests: RecordedRequest[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The latest requests, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests.length = 0;
  }

  readonly middleware: SandboxMiddleware = async (context, next) => {
    const time = new Date(this.#now()).toISOString();
    const { method, path } = context.req;
    // The body of an unknown caller isn't read.
    const body = context.get('caller') ? toBody(await bodyText(context)) : null;
    this.#requests.push({ method, path, query: context.req.query(), body, time });
    if (this.#requests.length > capacity) this.#requests.shift();
    await next();
  };
}
