import path from 'node:path';
import { randomHex } from '../../base/random';
import { type AgentEndpoint, connectionHeader, toEndpointFile, wantedPrefix } from '../endpoint';
import { challengeHeader, proofOf } from '../proof';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the editor may take to start its server, in milliseconds. */
const defaultTimeoutMs = 10_000;

const sessionHeader = 'mcp-session-id';

const unreachable =
  "Couldn't reach VS Code. Open the Server Management view in VS Code, and turn on the setting serverManagement.agents.server.";

/** Passes messages between an agent and the server in the editor, whose address is in a file. */
export class Bridge {
  readonly #finder: ServerFinder;
  readonly #send: (line: string) => void;
  readonly #timeoutMs: number;
  readonly #pending = new Map<unknown, AbortController>();
  /** Identifies the agent: each one starts its own bridge. */
  readonly #connection = randomHex(16);
  #session: string | null = null;
  #asking: Promise<AgentEndpoint | undefined> | undefined;

  constructor(finder: ServerFinder, send: (line: string) => void, timeoutMs = defaultTimeoutMs) {
    this.#finder = finder;
    this.#send = send;
    this.#timeoutMs = timeoutMs;
  }

  async take(line: string): Promise<void> {
    const message = parseMessage(line);
    if (!message) return;
    if (message.method === 'notifications/cancelled') {
      this.#pending.get(message.params?.requestId)?.abort();
      return;
    }
    // An answer from the agent has an id that the server chose.
    const id = message.method === undefined ? undefined : message.id;
    const abandoned = new AbortController();
    if (id !== undefined) this.#pending.set(id, abandoned);
    try {
      await this.#pass(message, line, abandoned.signal);
    } catch {
      if (id !== undefined && !abandoned.signal.aborted) this.#send(failureOf(id, unreachable));
    } finally {
      this.#pending.delete(id);
    }
  }

  async #pass(message: BridgedMessage, line: string, signal: AbortSignal): Promise<void> {
    const endpoint = await this.#finder.read();
    const reached = endpoint && (await this.#post(endpoint, message, line, signal));
    const response = reached ?? (await this.#passLater(endpoint, message, line, signal));
    let isAnswered = message.id === undefined || message.method === undefined;
    await readAnswer(response, (text) => {
      isAnswered = true;
      this.#send(text);
    });
    if (!isAnswered && message.id !== undefined) {
      this.#send(failureOf(message.id, `The server in VS Code refused this (${response.status}).`));
    }
  }

  async #passLater(
    gone: AgentEndpoint | undefined,
    message: BridgedMessage,
    line: string,
    signal: AbortSignal,
  ): Promise<Response> {
    this.#asking ??= this.#finder.ask(gone, this.#timeoutMs).finally(() => {
      this.#asking = undefined;
    });
    const endpoint = await this.#asking;
    const response = endpoint && (await this.#post(endpoint, message, line, signal));
    if (!response) throw new Error(unreachable);
    return response;
  }

  /** Undefined if our server is no longer running. */
  async #post(
    { url, token }: AgentEndpoint,
    message: BridgedMessage,
    body: string,
    signal: AbortSignal,
  ): Promise<Response | undefined> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      [connectionHeader]: this.#connection,
      ...headersOf(message),
      ...(this.#session === null ? {} : { [sessionHeader]: this.#session }),
    };
    try {
      if (!(await this.#isOurs({ url, token }, signal))) return undefined;
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      if (message.method === 'initialize') this.#session = response.headers.get(sessionHeader);
      return response.status === 401 ? undefined : response;
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
  }

  /** Asks the address for our server before anything else is sent there. */
  async #isOurs({ url, token }: AgentEndpoint, signal: AbortSignal): Promise<boolean> {
    const challenge = randomHex(16);
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        [challengeHeader]: challenge,
        authorization: `Proof ${proofOf(token, 'agent', challenge)}`,
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs / 2)]),
    });
    await response.body?.cancel();
    return response.headers.get(challengeHeader) === proofOf(token, 'server', challenge);
  }
}

interface BridgedMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly requestId?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

function parseMessage(line: string): BridgedMessage | undefined {
  try {
    const message = JSON.parse(line) as unknown;
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The headers that the protocol requires; none if the message has no version. */
function headersOf({ method, params }: BridgedMessage): Record<string, string> {
  const version = params?.['_meta']?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') return {};
  return {
    'mcp-protocol-version': version,
    'mcp-method': method ?? '',
    ...(typeof params?.name === 'string' && {
      'mcp-name': `=?base64?${Buffer.from(params.name).toString('base64')}?=`,
    }),
  };
}

function failureOf(id: string | number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
}

async function readAnswer(response: Response, onMessage: (text: string) => void): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    if (text !== '') onMessage(text);
    return;
  }
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onMessage(line.slice('data: '.length));
  }
}

const pauseMs = 100;

/** Where an agent runs, as part of a file's name. */
export function toPlace(workingFolder: string): string {
  return createHash('sha256').update(workingFolder).digest('hex').slice(0, 16);
}

export class ServerFinder {
  readonly #folder: string;
  readonly #workingFolder: string;
  readonly #place: string;

  /** @param folder The folder of the servers' files. */
  constructor(folder: string, workingFolder: string) {
    this.#folder = folder;
    this.#workingFolder = workingFolder;
    this.#place = toPlace(workingFolder);
  }

  /** Where the server is, according to its file; undefined if there's no such file. */
  async read(): Promise<AgentEndpoint | undefined> {
    try {
      const file = path.join(this.#folder, toEndpointFile(this.#place));
      const found = JSON.parse(await readFile(file, 'utf8')) as unknown;
      const { url, token } = found as Partial<Record<keyof AgentEndpoint, unknown>>;
      // The token must not leave this machine, even if the file was tampered with.
      return typeof url === 'string' &&
        typeof token === 'string' &&
        new URL(url).hostname === '127.0.0.1'
        ? { url, token }
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** Requests a server from the editor's windows, and waits for one other than `gone`. */
  async ask(
    gone: AgentEndpoint | undefined,
    timeoutMs: number,
  ): Promise<AgentEndpoint | undefined> {
    const wanted = path.join(this.#folder, `${wantedPrefix}${this.#place}`);
    await writeFile(wanted, this.#workingFolder, { mode: 0o600 }).catch(() => undefined);
    const end = Date.now() + timeoutMs;
    while (Date.now() < end) {
      const found = await this.read();
      if (found && found.token !== gone?.token) return found;
      await sleep(pauseMs);
    }
    return undefined;
  }
}
