import { hitsEveryRequest } from '../../api/errors';
import type { KindId } from '../kinds/kinds';
import { type ResourceReference, toKey } from '../reference';
import { Emitter, type Event } from '../../base/emitter';

/** What a filter can ask about a server, by how many requests reading it takes. */
export const partIds = [
  'server',
  'health',
  'webApplication',
  'sshKey',
  'systemUser',
  'job',
  'domain',
  'certificate',
] as const;
export type PartId = (typeof partIds)[number];

/** The kinds of resources that parts consist of. */
export const kindsOfParts: Readonly<Record<PartId, readonly KindId[]>> = {
  server: [],
  health: [],
  webApplication: ['webApplication'],
  sshKey: ['sshKey'],
  systemUser: ['systemUser'],
  job: ['cronJob', 'supervisorJob'],
  domain: ['domain'],
  certificate: ['ssl', 'sharedSsl'],
};

/** One thing that can match; absent values aren't known. */
export interface PartItem {
  readonly reference: ResourceReference;
  /** Of a certificate, the name of its domain, or of the web application whose domains share it. */
  readonly name: string;
  /** In milliseconds since the epoch. */
  readonly end?: number;
  readonly hasFailed?: boolean;
  /** Empty if it runs none. */
  readonly php?: string;
  readonly fingerprint?: string;
  /** From 0 to 1. */
  readonly disk?: number;
  readonly memory?: number;
}

export interface KnownPart {
  readonly items: readonly PartItem[];
  /** False if there may be items that weren't read. */
  readonly isWhole: boolean;
}

export type ServerParts = Readonly<Partial<Record<PartId, KnownPart>>>;

/** `unknown` if something that wasn't read could match. */
export type Verdict = 'found' | 'none' | 'unknown';

export interface UnknownPart {
  readonly server: ResourceReference;
  readonly part: PartId;
}

/** How many servers to check at the same time: each has few requests that can wait for others. */
const mostChecks = 4;

/** What is known of the servers beyond their rows, kept as long as a filter needs it. */
export class KnownParts {
  #known: ReadonlyMap<string, ServerParts> = new Map();
  #shown = '';
  #tried = new Set<string>();
  #checking: AbortController | undefined;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  of(server: ResourceReference): ServerParts | undefined {
    return this.#known.get(toKey(server));
  }

  /**
   * Replaces what is known, by keys of servers; most reads don't change any row.
   * @param describe writes what rows show of it.
   */
  take(known: ReadonlyMap<string, ServerParts>, describe: (parts: ServerParts) => string): void {
    this.#known = known;
    const shown = [...known].map(([key, each]) => `${key} ${describe(each)}`).join('\n');
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#changed.fire();
  }

  get isChecking(): boolean {
    return this.#checking !== undefined;
  }

  /**
   * Reads what isn't known of servers, each once until `forget`; what can't be read stays unchecked.
   * @returns whether anything was read.
   */
  async check(
    unknown: readonly UnknownPart[],
    read: (unknown: UnknownPart, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const tried = this.#tried;
    const left = unknown.filter((each) => !tried.has(toTriedKey(each)));
    if (this.#checking || left.length === 0) return false;
    const { signal } = (this.#checking = new AbortController());
    this.#changed.fire();
    const unreachable = new Set<string>();
    const queue = left.values();
    const readOn = async (): Promise<void> => {
      for (const each of queue) {
        tried.add(toTriedKey(each));
        const { account } = each.server;
        if (signal.aborted || unreachable.has(account)) continue;
        await read(each, signal).catch((error: unknown) => {
          if (hitsEveryRequest(error)) unreachable.add(account);
        });
      }
    };
    await Promise.all(Array.from({ length: mostChecks }, readOn));
    this.#checking = undefined;
    this.#changed.fire();
    return true;
  }

  /** Ends a check at the person's request; what was read stays known. */
  stop(): void {
    this.#checking?.abort();
  }

  /** Allows what couldn't be read to be tried again. */
  forget(): void {
    // Also forgets what a running check marks as tried from now on.
    this.#tried = new Set();
  }
}

function toTriedKey({ server, part }: UnknownPart): string {
  return `${toKey(server)} ${part}`;
}
