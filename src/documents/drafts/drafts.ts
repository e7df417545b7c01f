import type { SecretField } from '../../base/questions';
import { parseDraft, parseDraftPath, toDraftPath } from './draftPath';
import { keptDrafts, type SentDraft, type StoredDraft } from './storedDraft';
import { findTypedSecrets, type RemovedSecret } from './typedSecrets';
import { parseNewText, parseText, toText, tryParse } from '../content';
import { type Creation, secretFields, toDraftContent } from '../creations/creation';
import { creationFor } from '../creations/creations';
import { DocumentError, isAsMeant, mayStillArrive, StoppedError } from '../writing/outcome';
import { KeptValues, type KeyValues } from '../../resources/storage/stored';
import { type Created, type CreationContext, describeKept, judgeCreation } from '../writing/judge';
import { isListed, noteIds } from '../writing/findLive';
import {
  type Job,
  verifyAgain,
  performWrite,
  type Progress,
  type WriteServices,
} from '../writing/performWrite';
import type { LoggedWrite } from '../writing/writeResource';
import { Emitter, type Event } from '../../base/emitter';
import { type JsonObject, apply, type Change, diff, memberAt } from '../../base/json';
import { randomHex } from '../../base/random';
import type { KindId } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';

interface DraftPerson {
  mayCreate(collection: CollectionReference, content: JsonObject): Promise<boolean>;
  mayRepeat(collection: CollectionReference): Promise<boolean>;
  /** The secrets it needs, including those taken out of its text; undefined to cancel. */
  secrets(
    kind: KindId,
    secrets: readonly SecretField[],
    taken: readonly RemovedSecret[],
  ): Promise<readonly Change[] | undefined>;
}

interface DraftParts extends WriteServices {
  readonly context: CreationContext & { readonly store: Parameters<typeof noteIds>[0] };
  readonly storage: KeyValues;
  readonly person: DraftPerson;
}

/** A draft that was sent, as logged in the history; contains no secrets. */
interface CreatedDraft {
  readonly collection: CollectionReference;
  readonly reference: ResourceReference | undefined;
  readonly content: JsonObject;
  readonly outcome: LoggedWrite['outcome'];
  readonly write: string;
}

interface DraftProgress {
  readonly sending: Progress;
  readonly looking: Progress;
}

export class DraftError extends Error {
  override readonly name = 'DraftError';
  readonly reason: 'gone' | 'underWay';

  constructor(reason: DraftError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

interface Attempt {
  readonly path: string;
  readonly collection: CollectionReference;
  readonly creation: Creation;
  readonly text: string;
  readonly taken: readonly RemovedSecret[];
}

/** Drafts survive restarts: one that may be created is searched for before it is sent again. */
export class Drafts {
  readonly #parts: DraftParts;
  readonly #stored: KeptValues<StoredDraft>;
  readonly #sending = new Set<string>();
  readonly #created = new Emitter<CreatedDraft>();
  readonly #changed = new Emitter<void>();

  readonly onDidCreate: Event<CreatedDraft> = this.#created.event;
  readonly onDidChangeState: Event<void> = this.#changed.event;

  constructor(parts: DraftParts) {
    this.#parts = parts;
    this.#stored = new KeptValues(parts.storage, keptDrafts);
  }

  /** Returns its path. `creation` defaults to the one that the content calls for. */
  async start(
    collection: CollectionReference,
    source?: JsonObject,
    creation = creationFor(collection.kind, source),
  ): Promise<string> {
    if (!creation) throw new TypeError(`A ${collection.kind} cannot be created`);
    const text = toText(toDraftContent(creation, source));
    return this.place(collection, { text, start: text, at: Date.now() });
  }

  async place(collection: CollectionReference, draft: StoredDraft): Promise<string> {
    let number = 1;
    while (this.#stored.get(toDraftPath(collection, number))) number += 1;
    const path = toDraftPath(collection, number);
    await this.#stored.set(path, draft);
    return path;
  }

  isBeingCreated(path: string): boolean {
    return this.#sending.has(path);
  }

  find(path: string): StoredDraft | undefined {
    return this.#stored.get(toKey(path));
  }

  /**
   * Once: if it was already created, only the text is stored; if it may have been, the service is
   * searched first. Returns whether the answer was lost.
   * @throws DraftError, or what `performWrite` throws; the draft is kept then.
   */
  async create(
    path: string,
    text: string,
    taken: readonly RemovedSecret[],
    { looking, sending }: DraftProgress,
  ): Promise<boolean> {
    if (this.#sending.has(path)) throw new DraftError('underWay');
    this.#sending.add(path);
    try {
      const collection = parseDraftPath(path);
      const creation = collection && creationFor(collection.kind, tryParse(text));
      if (!creation || !this.find(path)) throw new DraftError('gone');
      const attempt = { path, collection, creation, text, taken };
      const isLost =
        !(await this.#isThere(attempt, looking)) && (await this.#send(attempt, sending));
      const draft = this.find(path);
      if (draft) await this.#stored.set(toKey(path), { ...draft, text, at: Date.now() });
      return isLost;
    } finally {
      this.#sending.delete(path);
      this.#changed.fire();
    }
  }

  async forget(path: string): Promise<void> {
    await this.#stored.set(toKey(path), undefined);
  }

  /** True if an earlier attempt created it. @throws StoppedError if it mustn't be repeated, or the person cancels. */
  async #isThere(attempt: Attempt, looking: Progress): Promise<boolean> {
    const { clock, person } = this.#parts;
    const state = this.find(attempt.path)?.state;
    if (!state || state.type === 'done') return state !== undefined;
    const [{ outcome }, isCancelled] = await looking(
      async (signal) =>
        [await verifyAgain(clock, this.#toJob(attempt, state.sent)), signal?.aborted] as const,
    );
    if (isCreated(outcome)) return true;
    if (isCancelled) throw new StoppedError();
    const isMissing = outcome === 'failed' && !state.isLate;
    if (!isMissing && !(await person.mayRepeat(attempt.collection))) throw new StoppedError();
    return false;
  }

  /** @throws StoppedError if the person doesn't agree, or leaves out a secret. */
  async #send(attempt: Attempt, progress: Progress): Promise<boolean> {
    const { context, person } = this.#parts;
    const { collection, creation, text, taken } = attempt;
    await this.#parts.client.requireWritable(collection);
    const content = parseWithoutSecrets(creation, text, taken);
    if (!(await person.mayCreate(collection, content))) throw new StoppedError();
    const answers = await person.secrets(collection.kind, secretFields(creation), taken);
    if (!answers) throw new StoppedError();
    const before = await noteIds(context.store, collection);
    const job = this.#toJob(attempt, { content, text, before }, apply(content, answers));
    return (await performWrite(this.#parts, job, progress))?.lost !== undefined;
  }

  /** @param body the complete one; absent if it was sent before and only has to be found. */
  #toJob(
    { path, collection, creation }: Attempt,
    sent: SentDraft,
    body?: JsonObject,
  ): Job<Created> {
    const { context } = this.#parts;
    const { content, before } = sent;
    const { endpoint, toRead } = creation;
    const made = { collection, sent: toRead?.(content) ?? content, before };
    const write = randomHex(8);
    return {
      target: collection,
      plan: () => Promise.resolve(body && { requests: [{ endpoint, body }] }),
      beforeSend: () => this.#note(path, { type: 'unknown', sent }),
      withdraw: () => this.#note(path, undefined),
      verify: ({ answer, error }) =>
        judgeCreation(context, made, error === undefined ? { value: answer } : undefined),
      refresh: (found) => this.#note(path, toState(sent, found)),
      note: async ({ outcome, created: reference, kept = [] }, { error }) => {
        if (kept.length > 0) context.prompts.warn(kept.map(describeKept).join(' '));
        if (outcome === 'failed') return;
        // Until the service has surely finished, finding nothing doesn't mean that there is nothing.
        if (outcome === 'unknown' && mayStillArrive(error)) {
          await this.#note(path, { type: 'unknown', sent, isLate: true });
        }
        if (!isListed(context.store, reference)) context.store.forget(collection);
        this.#created.fire({ collection, reference, content, outcome, write });
      },
      toPath: (field) => field,
    };
  }

  async #note(path: string, state: StoredDraft['state']): Promise<void> {
    const stored = this.find(path);
    if (!stored) return;
    const { state: _before, ...draft } = stored;
    await this.#stored.set(toKey(path), state ? { ...draft, state } : draft);
    this.#changed.fire();
  }
}

/** Identifies a draft, independently of the names in its path. */
function toKey(path: string): string {
  const draft = parseDraft(path);
  return draft ? toDraftPath(draft.collection, draft.number) : path;
}

function toState(sent: SentDraft, { outcome, created }: Created): StoredDraft['state'] {
  if (isCreated(outcome)) return { type: 'done', sent, ids: created?.ids };
  return { type: outcome === 'unknown' ? 'unknown' : 'failed', sent };
}

/** True if there is a new resource, maybe with other values than were sent. */
function isCreated(outcome: Created['outcome']): boolean {
  return isAsMeant(outcome) || outcome === 'partly';
}

/** A draft's content without its secrets, which the person is asked for. @throws DocumentError. */
export function parseWithoutSecrets(
  creation: Creation | undefined,
  text: string,
  taken: readonly RemovedSecret[] = [],
): JsonObject {
  const names = creation ? secretFields(creation).map(({ name }) => name) : [];
  const typed = findTypedSecrets(text, names);
  if (typed.length > 0) {
    throw new DocumentError(typed.map(({ path }) => ({ reason: 'secretInText', path })));
  }
  const places = [...names.map((name) => [name]), ...taken.map(({ path }) => path)];
  const content = parseNewText(text);
  return apply(
    content,
    places
      .filter((path) => memberAt(content, path) !== undefined)
      .map((path) => ({ path, before: undefined, after: undefined })),
  );
}

/** Adds the edits made to the draft since; undefined while the draft isn't valid JSON. */
export function withTypedSince(
  { toRead = (body) => body }: Creation,
  sent: SentDraft,
  draftText: string,
  documentText: string,
): string | undefined {
  try {
    const changes = diff(toRead(sent.content), toRead(parseNewText(draftText)));
    if (changes.length === 0) return documentText;
    return toText(apply(parseText(documentText), changes));
  } catch {
    return undefined;
  }
}
