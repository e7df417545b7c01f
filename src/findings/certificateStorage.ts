import * as z from 'zod/mini';
import type { Known } from './knowledge';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type KindId } from '../resources/kinds/kinds';
import { DelayedWrites, type Folder, readStoredFile } from '../resources/storage/stored';
import { type ResourceReference, toKey } from '../resources/reference';
import { isObject } from '../base/json';
import { type Disposable, Emitter, type Event } from '../base/emitter';
import { dayMs, toTime } from '../base/moment';

/** When a certificate is worth reading again, before it ends. */
const soonMs = 14 * dayMs;
/** How long to believe that a web application's domains share no certificate. */
const modeMs = 7 * dayMs;

const storedFacts = z.object({
  id: z.optional(z.number()),
  validUntil: z.optional(z.string()),
  renewalDate: z.optional(z.string()),
  method: z.optional(z.string()),
});

const storedRead = z.object({
  ids: z.array(z.union([z.number(), z.string()])),
  readAt: z.number(),
});

const storedCertificates = z.object({
  version: z.literal(1),
  certificates: z.array(z.extend(storedRead, storedFacts.shape)),
  /** Certificates that the domains of web applications share; earlier versions stored none. */
  shared: z._default(
    z.array(
      z.extend(storedRead, {
        advancedSSL: z.optional(z.boolean()),
        certificate: z.nullish(storedFacts),
      }),
    ),
    [],
  ),
});

interface Remembered {
  readonly reference: ResourceReference;
  readonly readAt: number;
  readonly resource: Resource;
}

/** When certificates end, between sessions: one that ends in months isn't read again until then. */
export class CertificateStorage implements Disposable {
  readonly #folder: Folder;
  readonly #now: () => number;
  readonly #note: (what: string) => void;
  readonly #known = new Map<string, Map<string, Remembered>>();
  readonly #restored = new Map<string, Promise<void>>();
  readonly #writes = new DelayedWrites((account) => this.#keep(account));
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  /** @param note called with the name of a file that couldn't be read. */
  constructor(folder: Folder, note: (what: string) => void, now: () => number = Date.now) {
    this.#folder = folder;
    this.#note = note;
    this.#now = now;
  }

  of(account: string): readonly Known[] {
    return [...(this.#known.get(account)?.values() ?? [])];
  }

  note(reference: ResourceReference, read: Resource): void {
    const resource = isContained(reference, read) ? toSharedFacts(read) : toFacts(read);
    this.#add({ reference, readAt: this.#now(), resource });
    this.#writes.note(reference.account);
    this.#changed.fire();
  }

  /** True if a certificate was never read, is about to end, or has ended. */
  isDue(reference: ResourceReference): boolean {
    const known = this.#known.get(reference.account)?.get(toKey(reference));
    if (!known) return true;
    const { advancedSSL, certificate } = known.resource;
    const isMode = isContained(reference, known.resource) && advancedSSL !== false;
    const restMs = isMode ? modeMs : dayMs;
    if (this.#now() - known.readAt < restMs) return false;
    const { validUntil } = isObject(certificate) ? certificate : known.resource;
    const end = toTime(validUntil);
    return end === undefined || end - soonMs < this.#now();
  }

  restore(account: string): Promise<void> {
    const known = this.#restored.get(account) ?? this.#restore(account);
    this.#restored.set(account, known);
    return known;
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  async forget(account: string): Promise<void> {
    this.#writes.drop(account);
    this.#restored.delete(account);
    this.#known.delete(account);
    await this.#folder.remove(fileOf(account));
  }

  dispose(): void {
    this.#writes.dispose();
    this.#changed.dispose();
  }

  #add(remembered: Remembered): void {
    const { reference } = remembered;
    const ofAccount = this.#known.get(reference.account) ?? new Map<string, Remembered>();
    ofAccount.set(toKey(reference), remembered);
    this.#known.set(reference.account, ofAccount);
  }

  async #restore(account: string): Promise<void> {
    const content = await readStoredFile(
      storedCertificates,
      this.#folder,
      fileOf(account),
      this.#note,
    );
    const { certificates = [], shared = [] } = content ?? {};
    for (const [kind, stored] of [['ssl', certificates] as const, ['sharedSsl', shared] as const]) {
      for (const { ids, readAt, ...resource } of stored) {
        const reference = { account, kind, ids };
        const isKnown = this.#known.get(account)?.has(toKey(reference));
        if (!isKnown) this.#add({ reference, readAt, resource });
      }
    }
  }

  async #keep(account: string): Promise<void> {
    await this.restore(account);
    const known = [...(this.#known.get(account)?.values() ?? [])];
    const toStored = (kind: KindId): readonly object[] =>
      known
        .filter(({ reference }) => reference.kind === kind)
        .map(({ reference: { ids }, readAt, resource }) => ({ ids, readAt, ...resource }));
    const content = {
      version: 1,
      certificates: toStored('ssl'),
      shared: toStored('sharedSsl'),
    };
    await this.#folder.write(fileOf(account), JSON.stringify(content));
  }
}

/** True if a resource contains its certificate, rather than being it. */
function isContained({ kind }: ResourceReference, resource: Resource): boolean {
  return findKind(kind).certificate?.(resource) !== resource;
}

/** Keeps nothing secret. */
function toFacts(certificate: Resource): Resource {
  const facts = Object.entries(storedFacts.shape).filter(([name, schema]) => {
    const value = certificate[name];
    return value !== undefined && schema.safeParse(value).success;
  });
  return Object.fromEntries(facts.map(([name]) => [name, certificate[name]]));
}

function toSharedFacts({ advancedSSL, certificate }: Resource): Resource {
  return {
    ...(typeof advancedSSL === 'boolean' ? { advancedSSL } : {}),
    ...(isObject(certificate) ? { certificate: toFacts(certificate) } : {}),
    ...(certificate === null ? { certificate } : {}),
  };
}

function fileOf(account: string): string {
  return `certificates-${account}.json`;
}
