import * as z from 'zod/mini';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type KindId } from '../resources/kinds/kinds';
import { AccountFiles, type Folder } from '../resources/storage/stored';
import { type ResourceReference, toKey } from '../resources/reference';
import { isObject } from '../base/json';
import { Emitter, type Event } from '../base/emitter';
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
export class CertificateStorage extends AccountFiles<z.infer<typeof storedCertificates>> {
  readonly #now: () => number;
  readonly #known = new Map<string, Remembered>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(folder: Folder, note: (what: string) => void, now: () => number = Date.now) {
    super('certificates', storedCertificates, folder, note);
    this.#now = now;
  }

  of(account: string): readonly Remembered[] {
    return [...this.#known.values()].filter(({ reference }) => reference.account === account);
  }

  note(reference: ResourceReference, read: Resource): void {
    const resource = isContained(reference, read) ? toSharedFacts(read) : toFacts(read);
    this.#known.set(toKey(reference), { reference, readAt: this.#now(), resource });
    this.writeSoon(reference.account);
    this.#changed.fire();
  }

  /** True if a certificate was never read, is about to end, or has ended. */
  isDue(reference: ResourceReference): boolean {
    const known = this.#known.get(toKey(reference));
    if (!known) return true;
    const { advancedSSL, certificate } = known.resource;
    const isMode = isContained(reference, known.resource) && advancedSSL !== false;
    const restMs = isMode ? modeMs : dayMs;
    if (this.#now() - known.readAt < restMs) return false;
    const { validUntil } = isObject(certificate) ? certificate : known.resource;
    const end = toTime(validUntil);
    return end === undefined || end - soonMs < this.#now();
  }

  override forget(account: string): Promise<void> {
    for (const { reference } of this.of(account)) this.#known.delete(toKey(reference));
    return super.forget(account);
  }

  protected override async takeIn(
    account: string,
    read: Promise<z.infer<typeof storedCertificates> | undefined>,
  ): Promise<void> {
    const { certificates = [], shared = [] } = (await read) ?? {};
    for (const [kind, stored] of [['ssl', certificates] as const, ['sharedSsl', shared] as const]) {
      for (const { ids, readAt, ...resource } of stored) {
        const reference = { account, kind, ids };
        const key = toKey(reference);
        if (!this.#known.has(key)) this.#known.set(key, { reference, readAt, resource });
      }
    }
  }

  protected override toContent(account: string): object {
    const known = this.of(account);
    const toStored = (kind: KindId): readonly object[] =>
      known
        .filter(({ reference }) => reference.kind === kind)
        .map(({ reference: { ids }, readAt, resource }) => ({ ids, readAt, ...resource }));
    return { version: 1, certificates: toStored('ssl'), shared: toStored('sharedSsl') };
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
