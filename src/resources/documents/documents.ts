import { byteLength, Versions } from './versions';
import { parseText, toContent, toText } from './content';
import { conflictError } from './documentError';
import type { DocumentStates, Version } from './documentState';
import { isEqual } from './patch';
import { RecentContents } from './recentContents';
import { planSave, type SavePlan } from './savePlan';
import { type DocumentWrite, performAll, type WriteClient } from './performAll';
import { type OpenText, TextOrigins } from './textOrigins';
import type { CallOptions } from '../../api/client';
import { type Disposable, Emitter, type Event } from '../../shared/emitter';
import type { JsonObject } from '../../shared/json';
import type { Resource } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import { type ResourceReference, toDocumentPath } from '../reference';

/** A document's facts, as a file system tells them. */
export interface DocumentStat {
  /** In milliseconds since the epoch; it moves only when the content does. */
  readonly changedAt: number;
  /** In bytes. */
  readonly size: number;
  readonly isEditable: boolean;
}

/** What documents need of the world around them. */
export interface DocumentSurroundings {
  readonly client: WriteClient;
  readonly states: DocumentStates;
  /** The editor's text of a document, where it is open. */
  readonly findOpen: (path: string) => OpenText | undefined;
}

/** A resource as it was just read. */
export interface ReadResource {
  readonly reference: ResourceReference;
  readonly resource: Resource;
}

/**
 * Documents of resources: reading them, and saving them without ever overwriting blindly. The editor
 * asks for `stat` before and after each write, reads for a reload or a comparison, and tells what it
 * holds by `noteOpened` and `noteText`.
 */
export class Documents implements Disposable {
  readonly #client: WriteClient;
  readonly #findOpen: DocumentSurroundings['findOpen'];
  readonly #versions = new Versions();
  readonly #origins: TextOrigins;
  readonly #recent = new RecentContents();
  /** What documents were opened with: the editor looks at them once more as soon as they are. */
  readonly #opened = new RecentContents(1_000);
  /** What became of documents whose text in the editor is not that. */
  readonly #stale = new RecentContents();
  /** Documents that the editor is about to save, and that were just saved. */
  readonly #expected = new Set<string>();
  readonly #justSaved = new Set<string>();
  readonly #changed = new Emitter<string>();
  readonly #read = new Emitter<ReadResource>();
  readonly #wrote = new Emitter<DocumentWrite>();

  /** The path of a document whose live content is no longer what the editor was given. */
  readonly onDidChange: Event<string> = this.#changed.event;
  readonly onDidRead: Event<ReadResource> = this.#read.event;
  /** A write that the service took, wholly, in part or perhaps. */
  readonly onDidWrite: Event<DocumentWrite> = this.#wrote.event;

  constructor({ client, states, findOpen }: DocumentSurroundings) {
    this.#client = client;
    this.#origins = new TextOrigins(states, this.#versions);
    this.#findOpen = findOpen;
  }

  /** @throws ApiError, UnknownAccountError where nothing is known and nothing can be read. */
  async stat(reference: ResourceReference): Promise<DocumentStat> {
    const path = toDocumentPath(reference);
    const kind = findKind(reference.kind);
    const isEditable = kind.document?.editing !== undefined;
    const open = this.#findOpen(path);
    const { base, openedAt = 0 } = this.#origins.of(path);
    const isExpected = this.#expected.delete(path);
    if (base && this.#justSaved.delete(path)) return { ...toTimeAndSize(base), isEditable };
    const isSaving = open && (open.isDirty || isExpected);
    const asOpened = open && !isSaving ? this.#opened.take(path) : undefined;
    const theirs = asOpened ?? (await this.#readAgain(reference, isSaving === true));
    if (!isSaving) return { ...toTimeAndSize(this.#versions.of(path, theirs)), isEditable };
    if (!hasConflict(reference, open.text, { base: base?.content, theirs })) {
      return { changedAt: openedAt, size: base?.size ?? 0, isEditable };
    }
    this.#origins.noteConflict(path);
    // The editor compares time and size, and reads the content itself where its text has that size.
    const size = Math.max(base?.size ?? 0, byteLength(open.text)) + 1;
    return { changedAt: this.#versions.tick(), size, isEditable };
  }

  /** The live text. @throws ApiError, UnknownAccountError. */
  async read(reference: ResourceReference): Promise<string> {
    const path = toDocumentPath(reference);
    const content = this.#recent.take(path) ?? (await this.#readContent(reference));
    const version = this.#versions.of(path, content);
    if (!this.#findOpen(path)) this.#opened.put(path, content);
    await this.#origins.noteRead(path, version);
    return toText(content);
  }

  /** Notes that the editor is about to save a document, perhaps without anything typed into it. */
  expectSave(reference: ResourceReference): void {
    this.#expected.add(toDocumentPath(reference));
  }

  /** Notes what the editor holds from the start: what is typed from here on starts from it. */
  noteOpened(reference: ResourceReference, text: OpenText): Promise<void> {
    return this.#origins.noteOpened(toDocumentPath(reference), text);
  }

  /** Notes what the editor holds from now on. */
  noteText(reference: ResourceReference, text: OpenText): Promise<void> {
    return this.#origins.noteText(toDocumentPath(reference), text);
  }

  /**
   * Saves a text: reads the live state and sends what the person changed. What was sent last is what
   * the text starts from afterwards, so that a change of others that it lacks is not taken back later.
   * @throws DocumentError, ApiError, UnknownAccountError; the text is not saved then.
   */
  async save(reference: ResourceReference, text: string, signal?: AbortSignal): Promise<void> {
    const path = toDocumentPath(reference);
    const kind = findKind(reference.kind);
    const mine = parseText(text);
    const theirs = this.#recent.take(path) ?? (await this.#readContent(reference, { signal }));
    const { base, seen } = this.#origins.of(path);
    const plan = planSave(kind, { base: base?.content, mine, theirs });
    if (plan.conflicts.length > 0 && !isEqual(theirs, seen)) {
      this.#origins.noteConflict(path);
      // A comparison that is open shows the live state as it is now.
      this.#changed.fire(path);
      throw conflictError(plan.conflicts);
    }
    const after = await this.#perform(reference, plan, theirs, signal);
    const version = this.#versions.of(path, mine, text);
    this.#opened.delete(path);
    await this.#origins.noteSaved(path, version);
    this.#justSaved.add(path);
    if (toText(after) !== text) this.#stale.put(path, after);
  }

  /** Notes that the editor has taken a save for done: now it takes the live text, where that differs. */
  noteSaved(reference: ResourceReference): void {
    const path = toDocumentPath(reference);
    this.#justSaved.delete(path);
    if (this.#stale.has(path)) this.#changed.fire(path);
  }

  /**
   * Makes a change that was not typed into a document: what `mine` has otherwise than `base`.
   * @throws DocumentError (`conflict` where somebody changed the same since), ApiError.
   */
  async change(
    reference: ResourceReference,
    { base, mine }: { readonly base: JsonObject; readonly mine: JsonObject },
    signal?: AbortSignal,
  ): Promise<void> {
    const theirs = await this.#readContent(reference, { signal });
    const plan = planSave(findKind(reference.kind), { base, mine, theirs });
    if (plan.conflicts.length > 0) throw conflictError(plan.conflicts);
    await this.#perform(reference, plan, theirs, signal);
    this.refresh(reference);
  }

  /** What saving a text would do. @throws DocumentError, ApiError, UnknownAccountError. */
  async plan(
    reference: ResourceReference,
    text: string,
  ): Promise<SavePlan & { readonly theirs: JsonObject }> {
    const theirs = await this.#readContent(reference);
    const { base } = this.#origins.of(toDocumentPath(reference));
    const sides = { base: base?.content, mine: parseText(text), theirs };
    return { ...planSave(findKind(reference.kind), sides), theirs };
  }

  /** What a document's text started from, where that is known. */
  baseOf(reference: ResourceReference): JsonObject | undefined {
    return this.#origins.of(toDocumentPath(reference)).base?.content;
  }

  /** The live content, as a document shows it. @throws ApiError, UnknownAccountError. */
  live(reference: ResourceReference, options: CallOptions = {}): Promise<JsonObject> {
    return this.#readContent(reference, options);
  }

  /**
   * Lets the editor read a document again where nothing is typed into it.
   * @param resource what it gets to read, where that was just asked for.
   */
  refresh(reference: ResourceReference, resource?: Resource): void {
    const path = toDocumentPath(reference);
    const kind = findKind(reference.kind);
    // Nobody reads a document at once that is not open: later this would be old.
    if (resource && this.#findOpen(path)) this.#stale.put(path, toContent(kind, resource));
    else this.#stale.delete(path);
    this.#opened.delete(path);
    this.#changed.fire(path);
  }

  /** Forgets a document that was closed. */
  async forget(reference: ResourceReference): Promise<void> {
    const path = toDocumentPath(reference);
    const known = [this.#expected, this.#justSaved, this.#stale, this.#recent, this.#opened];
    for (const each of known) each.delete(path);
    this.#versions.forget(path);
    await this.#origins.forget(path);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#read.dispose();
    this.#wrote.dispose();
  }

  async #perform(
    reference: ResourceReference,
    plan: SavePlan,
    theirs: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<JsonObject> {
    if (plan.writes.length === 0) return theirs;
    const { write, resource, error } = await performAll(
      this.#client,
      { reference, plan, theirs },
      signal,
    );
    if (resource) this.#read.fire({ reference, resource });
    if (write) this.#wrote.fire(write);
    if (error !== undefined || !write) throw error;
    return write.after;
  }

  async #readContent(reference: ResourceReference, options?: CallOptions): Promise<JsonObject> {
    const resource = await this.#client.read(reference, options);
    this.#read.fire({ reference, resource });
    return toContent(findKind(reference.kind), resource);
  }

  /** Reads the live state and keeps it for the call that the editor makes next. */
  async #readAgain(reference: ResourceReference, isSaving: boolean): Promise<JsonObject> {
    const path = toDocumentPath(reference);
    this.#recent.delete(path);
    // The reload that follows a save takes what the save brought.
    const saved = this.#stale.take(path);
    const content = (isSaving ? undefined : saved) ?? (await this.#readContent(reference));
    this.#recent.put(path, content);
    return content;
  }
}

function toTimeAndSize({ changedAt, size }: Version): Pick<DocumentStat, 'changedAt' | 'size'> {
  return { changedAt, size };
}

function hasConflict(
  reference: ResourceReference,
  text: string,
  sides: { readonly base: JsonObject | undefined; readonly theirs: JsonObject },
): boolean {
  try {
    const mine = parseText(text);
    return planSave(findKind(reference.kind), { ...sides, mine }).conflicts.length > 0;
  } catch {
    // What is wrong with the text is told by the save itself.
    return false;
  }
}
