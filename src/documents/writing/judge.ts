import { type Outcome, outcomeOfAccepted, type SentDifference, toOutcome } from './outcome';
import { isCredentialField } from '../../api/credentials';
import {
  type Change,
  diff,
  isEqual,
  memberAt,
  isObject,
  type JsonObject,
  type JsonValue,
} from '../../base/json';
import { toPlain } from '../../base/foreignText';
import { t } from '../../base/l10n';
import type { Resource, ResourceId, Write } from '../../resources/kinds/kind';
import { findKind, type KindId, type ResourceKind } from '../../resources/kinds/kinds';
import { toContent } from '../content';
import { maskForms } from '../maskCredentials';
import {
  createReader,
  isThere,
  type Live,
  type Reader,
  type ReaderContext,
  verifyOptions,
} from './findLive';
import {
  type CollectionReference,
  type ResourceReference,
  isResourceId,
  resourceIn,
} from '../../resources/reference';
import { ApiError } from '../../api/errors';

const maxValueLength = 80;

export function findDifferences(changes: readonly Change[], content: JsonObject): SentDifference[] {
  return changes
    .map((change) => ({ ...change, now: memberAt(content, change.path) }))
    .filter(({ after, now }) => !isSameValue(after, now));
}

/** A service may return numbers as strings, `true` as 1, '' as null, and members of its own. */
export function isSameValue(sent: JsonValue | undefined, returned: JsonValue | undefined): boolean {
  if (isEqual(sent, returned)) return true;
  if (sent === undefined || returned === undefined) return false;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(returned) &&
      sent.length === returned.length &&
      sent.every((item, index) => isSameValue(item, returned[index]))
    );
  }
  if (isObject(sent)) {
    // Ids belong to the service, which may assign new ones to what it replaces as a whole.
    const names = Object.keys(sent).filter((name) => name !== 'id');
    return isObject(returned) && names.every((name) => isSameValue(sent[name], returned[name]));
  }
  if (Array.isArray(returned) || isObject(returned)) return false;
  if (typeof sent === 'string' && typeof returned === 'string')
    return sent.trim() === returned.trim();
  return toComparableScalar(sent) === toComparableScalar(returned);
}

function toComparableScalar(value: null | boolean | number | string): string {
  if (value === null) return '';
  const text = String(value).trim();
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? '1' : '0';
  // JSON and text may write the same number differently: 5 and "5.0".
  return /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text;
}

export function describeKept({ path, now }: SentDifference): string {
  const value = toPlain(JSON.stringify(now), maxValueLength);
  return t('The server kept "{0}" = {1}.', toPlain(path.join('.')), value);
}

/** Undefined for any other answer. `id` finds it in one that is the whole collection. */
export function answeredResource(
  { operations: { list, read, toItems } }: ResourceKind,
  { endpoint }: Pick<Write, 'endpoint'>,
  answer: unknown,
  id?: ResourceId,
): Resource | undefined {
  const known = read ?? list;
  if (!known || endpoint.answer !== known.answer) return undefined;
  if (!known.answer.safeParse(answer).success) return undefined;
  return read ? (answer as Resource) : toItems?.(answer).find((item) => item['id'] === id);
}

interface ReadComparison {
  /** The sent fields that a read returns, with their values; never credentials. */
  readonly returned: JsonObject;
  readonly kept: readonly SentDifference[];
}

export function compareRead(
  kind: ResourceKind,
  sent: JsonObject,
  resource: Resource,
): ReadComparison {
  const content = toContent(kind, resource);
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  const { readsDiffer = [] } = kind.document?.editing ?? {};
  const kept: SentDifference[] = [];
  const returned: JsonObject = {};
  for (const change of diff({}, sent)) {
    const { path, after } = change;
    if (after === undefined || path.some(isCredentialField)) continue;
    if (readsDiffer.includes(path[0] ?? '')) continue;
    const now = memberAt(content, toPath(path)) ?? memberAt(content, path);
    if (now === undefined || now === null) continue;
    const name = path.join('.');
    returned[name] = now;
    if (!isSameValue(maskForms(after), now)) kept.push({ ...change, now });
  }
  return { returned, kept };
}

export interface Judged {
  readonly outcome: Outcome;
  readonly kept?: readonly SentDifference[];
}

interface Judging {
  readonly before?: Resource | undefined;
  /** False if the answer was lost. */
  readonly isAccepted: boolean;
}

/**
 * If its answer was lost: an unchanged resource means that it wasn't applied; one neither unchanged
 * nor as intended may have been changed by someone else.
 * @param aim the intended state: the fields that were sent, or that a toggle stands for.
 */
export function judgeChange(
  kindId: KindId,
  aim: JsonObject,
  now: Resource,
  { before, isAccepted }: Judging,
): Judged {
  const kind = findKind(kindId);
  const { returned, kept } = compareRead(kind, aim, now);
  const count = Object.keys(returned).length;
  const isAsBefore = before && isEqual(compareRead(kind, aim, before).returned, returned);
  if (isAccepted) {
    // Values that were there before prove nothing.
    const arrived = isAsBefore && kept.length > 0 ? 0 : count - kept.length;
    return { outcome: outcomeOfAccepted(arrived, kept.length), kept };
  }
  const { unread = [] } = kind.document?.editing ?? {};
  const readable = Object.keys(aim).filter((name) => !unread.includes(name));
  if (count === 0 || count < readable.length) return { outcome: 'unknown' };
  if (kept.length > 0) return { outcome: isAsBefore ? 'failed' : 'unknown' };
  // A request applies completely or not at all: a visible change proves the unreadable fields too.
  const isProven = readable.length === Object.keys(aim).length || (before && !isAsBefore);
  return { outcome: isProven ? 'done' : 'unknown' };
}

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
    : await findLost(reader, creation);
  const { collection, sent } = creation;
  if (found.duplicates) {
    context.prompts.warn(describeDuplicates(collection.kind, sent, found.duplicates));
  }
  return found;
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
async function findLost(reader: Reader, lost: SentCreation): Promise<Created> {
  const { collection } = lost;
  try {
    if (!findKind(collection.kind).variable) return await lookAtOne(reader, lost);
    const items = await reader.list(collection, verifyOptions());
    return items ? findIn(items, lost) : { outcome: 'unknown' };
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
  const found = findIn(items, creation);
  const created = id === undefined ? found.created : resourceIn(collection, id);
  const located = { ...found, created };
  const item = items.find((each) => created && each['id'] === created.ids.at(-1));
  // A service that names what it created has it, even if its list doesn't show it yet.
  if (!item) return { ...located, outcome: id === undefined ? 'notApplied' : 'accepted' };
  const isNew = id !== undefined || creation.before !== undefined;
  return { ...located, ...(isNew ? judgeNew(creation, item) : { outcome: 'accepted' }) };
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
function findIn(items: readonly Resource[], { collection, sent, before }: SentCreation): Created {
  const known = new Set(before);
  const candidates = items.filter((item) => isResourceId(item['id']) && !known.has(item['id']));
  if (candidates.length === 0) return { outcome: 'failed' };
  const equal = candidates.filter((item) => isAsSent(findKind(collection.kind), sent, item));
  const named = equal.length > 0 ? equal : candidates.filter((item) => mayBe(sent, item));
  const similar = named.length > 0 || !before ? named : candidates;
  const [id] = similar
    .map((item) => item['id'] as ResourceId)
    .toSorted((a, b) => Number(b) - Number(a));
  const found = id === undefined ? {} : { created: resourceIn(collection, id) };
  if (!before || equal.length === 0) return { ...found, outcome: 'unknown' };
  const duplicates = equal.map((item) => item['id'] as ResourceId);
  return { ...found, outcome: 'done', ...(duplicates.length > 1 ? { duplicates } : {}) };
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
function describeDuplicates(
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
