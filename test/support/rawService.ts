/** An answer as received. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it isn't JSON. */
  readonly json: unknown;
}

/** A raw request; `headers` replace the usual ones by name, undefined removes one. */
export interface RawRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Calls a service with plain fetch, so that none of our code affects what is sent. */
export class RawService {
  readonly #url: string;
  readonly #token: string;

  constructor({ url, token }: { readonly url: string; readonly token: string }) {
    this.#url = url;
    this.#token = token;
  }

  async send(method: string, path: string, { body, headers }: RawRequest = {}): Promise<RawAnswer> {
    const all = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${this.#token}`,
      ...headers,
    };
    const given = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const response = await fetch(this.#url + path, {
      method,
      headers: Object.fromEntries(given),
      redirect: 'manual',
      ...(body === undefined ? {} : { body: toText(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  /** The JSON of a read that must succeed. */
  async read(path: string): Promise<unknown> {
    const { status, json, text } = await this.send('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return json;
  }

  /** Every item of a list in its envelope, page by page. */
  async readAll(path: string): Promise<readonly Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = (await this.read(`${path}?perPage=40&page=${page}`)) as {
        data: Record<string, unknown>[];
      };
      items.push(...data);
      if (data.length < 40) return items;
    }
  }
}

/** A text is sent unchanged, so it needn't be JSON. */
function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
