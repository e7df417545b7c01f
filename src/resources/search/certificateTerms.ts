import { hitsEveryRequest } from '../../api/errors';
import { type ResourceReference, toKey } from '../reference';
import { type Disposable, Emitter, type Event } from '../../base/emitter';

export interface ServerCertificate {
  /** The name of its domain, or of the web application whose domains share it. */
  readonly name: string;
  /** In milliseconds since the epoch. */
  readonly end: number;
  readonly hasFailed: boolean;
}

export interface ServerCertificates {
  readonly certificates: readonly ServerCertificate[];
  readonly isWhole: boolean;
}

/** `unknown` if a certificate that wasn't read could match. */
export type CertificateVerdict = 'found' | 'none' | 'unknown';

/** How many servers to check at the same time: each has few requests that can wait for others. */
const mostChecks = 4;

/** Kept as long as a filter needs it. */
export class KnownCertificates implements Disposable {
  #known: ReadonlyMap<string, ServerCertificates> = new Map();
  #verdicts = '';
  #tried = new Set<string>();
  #checking: AbortController | undefined;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  of(server: ResourceReference): ServerCertificates | undefined {
    return this.#known.get(toKey(server));
  }

  /** Replaces what is known, by keys of servers; most reads don't change any row. */
  take(
    known: ReadonlyMap<string, ServerCertificates>,
    judge: (certificates: ServerCertificates) => CertificateVerdict,
  ): void {
    this.#known = known;
    const verdicts = [...known].map(([key, each]) => `${key} ${judge(each)}`).join('\n');
    if (verdicts === this.#verdicts) return;
    this.#verdicts = verdicts;
    this.#changed.fire();
  }

  get isChecking(): boolean {
    return this.#checking !== undefined;
  }

  /**
   * Reads what isn't known of servers, each once until `forget`; one that can't be read stays unchecked.
   * @returns whether anything was read.
   */
  async check(
    servers: readonly ResourceReference[],
    read: (server: ResourceReference, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const tried = this.#tried;
    const left = servers.filter((each) => !tried.has(toKey(each)));
    if (this.#checking || left.length === 0) return false;
    const { signal } = (this.#checking = new AbortController());
    this.#changed.fire();
    const unreachable = new Set<string>();
    const queue = left.values();
    const readOn = async (): Promise<void> => {
      for (const server of queue) {
        tried.add(toKey(server));
        if (signal.aborted || unreachable.has(server.account)) continue;
        await read(server, signal).catch((error: unknown) => {
          if (hitsEveryRequest(error)) unreachable.add(server.account);
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

  dispose(): void {
    this.#changed.dispose();
  }
}
