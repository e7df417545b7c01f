import type { CertificateVerdict, ServerCertificates } from './certificateTerms';
import { type ResourceReference, toKey } from '../reference';
import { type Disposable, Emitter, type Event } from '../../base/emitter';

/** What is known of the certificates on servers, as long as a filter needs it. */
export class KnownCertificates implements Disposable {
  #known: ReadonlyMap<string, ServerCertificates> = new Map();
  #verdicts = '';
  readonly #changed = new Emitter<void>();
  /** Fires when a server starts or stops matching, or was checked. */
  readonly onDidChange: Event<void> = this.#changed.event;

  /** The known certificates on a server; undefined if nothing is known of them. */
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

  dispose(): void {
    this.#changed.dispose();
  }
}
