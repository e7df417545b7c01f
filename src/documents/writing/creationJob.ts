import { describeKept, type Judged, compareRead, judgeChange } from './compareSent';
import { toOutcome } from './outcome';
import type { Job } from './performWrite';
import {
  createReader,
  isThere,
  type Live,
  type Reader,
  type ReaderContext,
  verifyOptions,
} from './findLive';
import type { Creation } from '../creations/creation';
import { type JsonObject, isObject } from '../../base/json';
import type { ResourceId, Resource } from '../../resources/kinds/kind';
import {
  type CollectionReference,
  type ResourceReference,
  isResourceId,
  resourceIn,
} from '../../resources/reference';
import { ApiError } from '../../api/errors';
import { findKind, type KindId, type ResourceKind } from '../../resources/kinds/kinds';
import { toPlain } from '../../base/foreignText';
import { t } from '../../base/l10n';

export interface CreationContext extends ReaderContext {
  readonly mayRepeatWrites: boolean;
  readonly prompts: { warn(text: string): void };
}

/** Reports duplicates at the service. Never throws. `answer`: undefined if it was lost. */
export async function judgeCreation(
  context: CreationContext,
  creation: SentCreation,
  answer: { readonly value: unknown } | undefined,
): Promise<Created> {
  const reader = createReader(context);
  const found = answer
    ? await verifyAccepted(reader, creation, answer.value, context.mayRepeatWrites)
    : await verifyCreation(reader, creation);
  const { collection, sent } = creation;
  if (found.duplicates) {
    context.prompts.warn(describeDuplicates(collection.kind, sent, found.duplicates));
  }
  return found;
}

interface NewResource extends Omit<SentCreation, 'sent'> {
  readonly creation: Creation;
  readonly content: JsonObject;
}

/** @param body the complete one; absent if it was sent before and only has to be found. */
export function creationJob(
  context: CreationContext,
  { collection, creation, content, before }: NewResource,
  hooks: Pick<Job<Created>, 'beforeSend' | 'withdraw' | 'refresh' | 'note'>,
  body?: JsonObject,
): Job<Created> {
  const sent = { collection, sent: creation.toRead?.(content) ?? content, before };
  const { endpoint } = creation;
  return {
    ...hooks,
    target: collection,
    plan: () => Promise.resolve(body && { requests: [{ endpoint, body }] }),
    verify: ({ answer, error }) =>
      judgeCreation(context, sent, error === undefined ? { value: answer } : undefined),
    async note(found, answered) {
      const { kept = [] } = found;
      if (kept.length > 0) context.prompts.warn(kept.map((each) => describeKept(each)).join(' '));
      await hooks.note(found, answered);
    },
    toPath: (field) => field,
  };
}

interface SentCreation {
  readonly collection: CollectionReference;
  /** In the form that a read returns. */
  readonly sent: JsonObject;
  /** The ids in the collection before; undefined if unknown. */
  readonly before: readonly ResourceId[] | undefined;
}

/** Result of a creation; `partly`: the new resource has other values than were sent. */
export interface Created extends Judged {
  readonly created?: ResourceReference | undefined;
  /** Every resource that was created if the request arrived more than once: see docs/network.md. */
  readonly duplicates?: readonly ResourceId[];
}

/** By reading, if the answer was lost: done, failed or unknown. Never throws. */
export async function verifyCreation(reader: Reader, lost: SentCreation): Promise<Created> {
  try {
    return findKind(lost.collection.kind).variable
      ? await lookInList(reader, lost)
      : await lookAtOne(reader, lost);
  } catch {
    return { outcome: 'unknown' };
  }
}

/**
 * By its answer if that is the resource, or else by reading. Never throws: otherwise `accepted`.
 * @param mayRepeat whether the request may have arrived more than once, which only the list shows.
 */
async function verifyAccepted(
  reader: Reader,
  creation: SentCreation,
  answer: unknown,
  mayRepeat: boolean,
): Promise<Created> {
  const kind = findKind(creation.collection.kind);
  const item = Array.isArray(answer) ? undefined : createdIn(answer);
  const id = kind.variable && isResourceId(item?.['id']) ? item['id'] : undefined;
  const created = id === undefined ? undefined : resourceIn(creation.collection, id);
  try {
    const shown = item && created && judgeNew(creation, item);
    if (shown && shown.outcome !== 'accepted' && !mayRepeat) return { ...shown, created };
    if (created && kind.operations.read && !mayRepeat) {
      return { ...judgeNew(creation, await reader.read(created, verifyOptions())), created };
    }
    if (!kind.variable) return await lookAtAccepted(reader, creation);
    // An empty list doesn't say what was created.
    const items =
      Array.isArray(answer) && answer.length > 0
        ? (answer as readonly Resource[])
        : await reader.list(creation.collection, verifyOptions());
    return items ? judgeListed(creation, items, id) : { outcome: 'accepted', created };
  } catch {
    return { outcome: 'accepted', created };
  }
}

/** A resource that is there was created, even if it has none of the values that were sent. */
function judgeNew({ collection, sent }: SentCreation, resource: Resource): Judged {
  const judged = judgeChange(collection.kind, sent, resource, { isAccepted: true });
  return judged.outcome === 'notApplied' ? { ...judged, outcome: 'partly' } : judged;
}

/** @param id the new resource's id, if the answer had it. */
function judgeListed(
  creation: SentCreation,
  items: readonly Resource[],
  id: ResourceId | undefined,
): Created {
  const { collection } = creation;
  const { id: likely, duplicates } = judgeItems(findKind(collection.kind), creation, items);
  const best = id ?? likely;
  const created = best === undefined ? undefined : resourceIn(collection, best);
  const located = { created, ...(duplicates ? { duplicates } : {}) };
  const item = items.find((each) => each['id'] === best);
  // A service that names what it created has it, even if its list doesn't show it yet.
  if (!item) return { ...located, outcome: id === undefined ? 'notApplied' : 'accepted' };
  const isNew = id !== undefined || creation.before !== undefined;
  return { ...located, ...(isNew ? judgeNew(creation, item) : { outcome: 'accepted' }) };
}

async function lookInList(reader: Reader, lost: SentCreation): Promise<Created> {
  const { collection } = lost;
  const items = await reader.list(collection, verifyOptions());
  if (!items) return { outcome: 'unknown' };
  const { id, ...found } = judgeItems(findKind(collection.kind), lost, items);
  return id === undefined ? found : { ...found, created: resourceIn(collection, id) };
}

/** A second only child can't be created, so if one exists, it was created. */
async function lookAtOne(
  reader: Reader,
  { collection, sent, before }: SentCreation,
): Promise<Created> {
  const created = resourceIn(collection);
  if (before && before.length > 0) return { outcome: 'failed', created };
  const resource = await readOne(reader, created);
  if (resource === 'gone') return { outcome: 'failed' };
  return {
    outcome: isAsSent(findKind(collection.kind), sent, resource) ? 'done' : 'unknown',
    created,
  };
}

async function lookAtAccepted(reader: Reader, creation: SentCreation): Promise<Created> {
  const created = resourceIn(creation.collection);
  const resource = await readOne(reader, created);
  if (resource === 'gone') return { outcome: 'notApplied', created };
  return { ...judgeNew(creation, resource), created };
}

async function readOne(reader: Reader, reference: ResourceReference): Promise<Resource | 'gone'> {
  try {
    const resource = await reader.read(reference, verifyOptions());
    return isThere(resource) ? resource : 'gone';
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    throw error;
  }
}

/** `before` and `now`: the resource as read just before and since; undefined if that failed. */
export function judgeSetUp(
  reference: ResourceReference,
  sent: JsonObject,
  { before, now, isAccepted }: { before: Resource | undefined; now: Live; isAccepted: boolean },
): Judged {
  const isAnew = !before || !isThere(before);
  if (now === undefined) return { outcome: toOutcome('unknown', isAccepted) };
  if (now === 'gone') return { outcome: toOutcome(isAnew ? 'failed' : 'unknown', isAccepted) };
  if (!isThere(now)) {
    const isSure =
      isAccepted || before !== undefined || findKind(reference.kind).operations.mayBeMissing;
    return { outcome: toOutcome(isSure && isAnew ? 'failed' : 'unknown', isAccepted) };
  }
  const { kind } = reference;
  if (isAccepted || !isAnew) return judgeChange(kind, sent, now, { before, isAccepted });
  return { outcome: isAsSent(findKind(kind), sent, now) ? 'done' : 'unknown' };
}

/** An equal one that wasn't there before. Any other new one may be it, even with another name. */
export function judgeItems(
  kind: ResourceKind,
  { sent, before }: Pick<SentCreation, 'sent' | 'before'>,
  items: readonly Resource[],
): Omit<Created, 'created'> & { readonly id?: ResourceId | undefined } {
  const known = new Set(before);
  const candidates = items.filter((item) => isResourceId(item['id']) && !known.has(item['id']));
  if (candidates.length === 0) return { outcome: 'failed' };
  const equal = candidates.filter((item) => isAsSent(kind, sent, item));
  const named = equal.length > 0 ? equal : candidates.filter((item) => mayBe(sent, item));
  const similar = named.length > 0 || !before ? named : candidates;
  const [id] = similar
    .map((item) => item['id'] as ResourceId)
    .toSorted((a, b) => Number(b) - Number(a));
  if (!before || equal.length === 0) return { outcome: 'unknown', id };
  const duplicates = equal.map((item) => item['id'] as ResourceId);
  return { outcome: 'done', id, ...(duplicates.length > 1 ? { duplicates } : {}) };
}

function isAsSent(kind: ResourceKind, sent: JsonObject, resource: Resource): boolean {
  const { returned, kept } = compareRead(kind, sent, resource);
  return kept.length === 0 && Object.keys(returned).length > 0;
}

/** True if a differing resource has the name that was sent; without a name, any may be it. */
function mayBe(sent: JsonObject, item: Resource): boolean {
  const field = findNameField(sent);
  return (
    !field ||
    typeof item[field] !== 'string' ||
    normalizeName(item[field]) === normalizeName(sent[field])
  );
}

function normalizeName(name: unknown): string {
  return String(name).normalize().trim().toLowerCase();
}

/** The created resource in an answer: the answer itself, or the newest one if it lists all. */
export function createdIn(answer: unknown): Resource | undefined {
  if (Array.isArray(answer)) return newestOf(answer.filter(isObject));
  if (!isObject(answer)) return undefined;
  const { id } = answer;
  return typeof id === 'number' || typeof id === 'string' ? answer : undefined;
}

function newestOf(items: readonly Resource[]): Resource | undefined {
  return items
    .map((item) => ({ ...item, id: Number(item['id']) }))
    .filter(({ id }) => Number.isFinite(id))
    .toSorted((a, b) => b.id - a.id)[0];
}

const nameFields = ['name', 'label', 'username'] as const;

export function findNameField(sent: JsonObject): string | undefined {
  return nameFields.find((name) => typeof sent[name] === 'string' && sent[name] !== '');
}

/** Reports that one request created several equal resources, and lists them. */
export function describeDuplicates(
  kind: KindId,
  sent: JsonObject,
  duplicates: readonly ResourceId[],
): string {
  const one = t(findKind(kind).names.one);
  const field = findNameField(sent);
  const what = field === undefined ? one : `${one} "${toPlain(sent[field])}"`;
  const ids = toPlain(duplicates.join(', '));
  return t(
    "{0} exists more than once (IDs {1}): the request arrived more than once. Delete what you don't need.",
    what,
    ids,
  );
}
