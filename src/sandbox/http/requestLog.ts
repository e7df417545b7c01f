import type { SandboxMiddleware } from './environment';

/** A request as it came in. Credentials are left out. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON, the text where it is none, null where nothing was sent. */
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

/** Remembers the latest requests, so that a test can see what a client really sent. */
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
    const body = toBody(await context.req.text());
    this.#requests.push({ method, path, query: context.req.query(), body, time });
    if (this.#requests.length > capacity) this.#requests.shift();
    await next();
  };
}
