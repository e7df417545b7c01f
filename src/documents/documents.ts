import { toContent, parseDocument, toDocumentText, tryParse } from './content';
import {
  OpenDocuments,
  type OpenText,
  startingPoint,
  startOf,
  byteLength,
  nextTime,
  type DocumentState,
} from './openDocument';
import { isConflict, mayHaveChanged, WriteError } from './writing/outcome';
import { canWrite, planSave, type SavePlan } from './plan/savePlan';
import type { CallOptions } from '../api/client';
import type { Clock } from '../api/scheduling/clock';
import { Emitter, type Event } from '../base/emitter';
import { type JsonObject, type Change, isEqual, memberAt, type Path } from '../base/json';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type ResourceKind } from '../resources/kinds/kinds';
import { relatedTo, resourcesIn, type ShownResource, wholesOf } from '../resources/readWhole';
import { type ResourceReference, toDocumentPath } from '../resources/reference';
import {
  type LoggedWrite,
  type ResourceUpdate,
  type WriteClient,
  writeResource,
  type Written,
} from './writing/writeResource';
import type { Guard } from './writing/guard';
import type { Progress } from './writing/performWrite';
import type { KeptValues } from '../resources/storage/stored';

interface DocumentStat {
  /** In milliseconds since the epoch; only changes when the content does. */
  readonly changedAt: number;
  /** In bytes. */
  readonly size: number;
  readonly isEditable: boolean;
}

interface DocumentDependencies {
  readonly client: WriteClient;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly states: KeptValues<DocumentState>;
  readonly findOpen: (path: string) => OpenText | undefined;
}

export interface WriteOptions {
  readonly progress?: Progress | undefined;
  /** Replaces the guard if the person was asked about several changes at once. */
  readonly guard?: Guard | undefined;
  /** True for a revert of an earlier change, whose requests are then undone last to first. */
  readonly isRevert?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** VS Code calls `stat` before and after each write, and reads to reload or compare. */
export class Documents {
  readonly #parts: DocumentDependencies;
  readonly #open: OpenDocuments;
  readonly #changed = new Emitter<string>();
  readonly #read = new Emitter<ShownResource>();
  readonly #wrote = new Emitter<LoggedWrite>();

  /** Fires with a document's path if its live content differs from what VS Code was given. */
  readonly onDidChange: Event<string> = this.#changed.event;
  readonly onDidRead: Event<ShownResource> = this.#read.event;
  /** Fires for a write that the service applied fully, partly or possibly. */
  readonly onDidWrite: Event<LoggedWrite> = this.#wrote.event;

  constructor(parts: DocumentDependencies) {
    this.#parts = parts;
    this.#open = new OpenDocuments(parts.states);
  }

  /** @throws ApiError, UnknownAccountError if nothing is known and reading fails. */
  async stat(reference: ResourceReference): Promise<DocumentStat> {
    const path = toDocumentPath(reference);
    const kind = findKind(reference.kind);
    const open = this.#parts.findOpen(path);
    const document = this.#open.at(path);
    const { base, openedAt = 0 } = document.origin.state;
    const isExpected = document.takeExpectation();
    if (base && document.wasJustSaved) {
      document.wasJustSaved = false;
      const { changedAt, size, content } = base;
      return { changedAt, size, isEditable: canWrite(kind, content) };
    }
    const isSaving = open && (open.isDirty || isExpected);
    const asOpened = open && !isSaving ? document.opened.take() : undefined;
    const theirs = asOpened ?? (await this.#readAgain(reference, isSaving === true));
    const isEditable = canWrite(kind, theirs);
    if (!isSaving) {
      const text = toDocumentText(kind, theirs);
      const { changedAt, size } = this.#open
        .at(path)
        .versions.of(theirs, text, this.#parts.clock.now());
      return { changedAt, size, isEditable };
    }
    const mine = tryParse(open.text, kind, startOf(document.origin.state));
    if (findConflicts(kind, this.#open.stateOf(path), mine, theirs).length === 0) {
      return { changedAt: openedAt, size: base?.size ?? 0, isEditable };
    }
    this.#open.at(path).origin.noteConflict();
    // VS Code compares time and size, and reads the content itself if its text has that size.
    const size = Math.max(base?.size ?? 0, byteLength(open.text)) + 1;
    return { changedAt: nextTime(), size, isEditable };
  }

  /** Opening the document then needs no other read. @throws ApiError, UnknownAccountError. */
  async prepare(reference: ResourceReference): Promise<void> {
    const content = await this.live(reference);
    const { read, stale } = this.#open.at(toDocumentPath(reference));
    // VS Code may ask for the time or the text first.
    read.put(content);
    stale.put(content);
  }

  async read(reference: ResourceReference): Promise<string> {
    const path = toDocumentPath(reference);
    const content = this.#open.at(path).read.take() ?? (await this.live(reference));
    const document = this.#open.at(path);
    const kind = findKind(reference.kind);
    const text = toDocumentText(kind, content);
    const version = document.versions.of(content, text, this.#parts.clock.now());
    if (!this.#parts.findOpen(path)) document.opened.put(content);
    const state = this.#open.stateOf(path);
    const mine = tryParse(this.#parts.findOpen(path)?.text, kind, startOf(state));
    // A person who sees both sides also sees values that they adopted and that have changed since.
    const conflicts = findConflicts(kind, { base: state.base }, mine, content);
    await document.origin.noteRead(version, { mine, conflicts });
    return text;
  }

  /** Records that VS Code is about to save a document, possibly without any edits. */
  expectSave(reference: ResourceReference, isAutomatic = false): void {
    const path = toDocumentPath(reference);
    const isRead = !isAutomatic && this.#parts.findOpen(path) !== undefined;
    this.#open.at(path).expectSave(isRead ? () => this.live(reference) : undefined);
  }

  noteOpened(reference: ResourceReference, text: OpenText): Promise<void> {
    return this.#open.at(toDocumentPath(reference)).origin.noteOpened(text);
  }

  /** Records a text that the editor restored: nothing else shows what later edits start from. */
  async adopt(reference: ResourceReference, text: OpenText): Promise<void> {
    if (text.isDirty || this.baseOf(reference)) return;
    const { versions, origin } = this.#open.at(toDocumentPath(reference));
    const content = tryParse(text.text, findKind(reference.kind));
    if (versions.find(text.text)) await origin.noteOpened(text);
    else if (content) await origin.rebase(versions.of(content, text.text));
  }

  noteText(reference: ResourceReference, text: OpenText): Promise<void> {
    return this.#open.at(toDocumentPath(reference)).origin.noteText(text);
  }

  /**
   * The text then starts from what was sent, so that a later save doesn't undo others' changes.
   * @throws StoppedError, DocumentError, ApiError, UnknownAccountError, WriteError if not saved.
   */
  async save(reference: ResourceReference, text: string, progress?: Progress): Promise<Written> {
    const path = toDocumentPath(reference);
    const kind = findKind(reference.kind);
    const { origin, read } = this.#open.at(path);
    const mine = parseDocument(kind, text, startOf(origin.state));
    const base = startingPoint(kind, origin.state, mine);
    const update = { reference, theirs: read.take(), toSides: () => ({ base, mine }) };
    const written = await this.#write(update, { progress }).catch(async (error: unknown) => {
      await this.#noteFailed(path, error);
      throw error;
    });
    // The document may have been closed meanwhile, which discards its state.
    const document = this.#open.at(path);
    const version = document.versions.of(mine, text, this.#parts.clock.now());
    document.outdate();
    document.origin.noteSaved(version);
    document.wasJustSaved = true;
    if (toDocumentText(kind, written.content) !== text) document.stale.put(written.content);
    return written;
  }

  noteSaved(reference: ResourceReference): void {
    const path = toDocumentPath(reference);
    const document = this.#open.at(path);
    document.wasJustSaved = false;
    if (document.stale.isThere) this.#changed.fire(path);
  }

  /**
   * A change that wasn't typed into a document. @throws DocumentError (`conflict` if these values
   * were changed elsewhere), ApiError, UnknownAccountError, WriteError.
   */
  async change(
    reference: ResourceReference,
    toSides: ResourceUpdate['toSides'],
    options: WriteOptions = {},
  ): Promise<Written> {
    const update = { reference, toSides, isRevert: options.isRevert };
    const written = await this.#write(update, options).catch((error: unknown) => {
      if (mayHaveChanged(error)) this.#reload(reference);
      if (error instanceof WriteError) void error.later?.then(() => this.#reload(reference));
      throw error;
    });
    this.#reload(reference, written.resource && written.content);
    return written;
  }

  /** Returns what saving a text would do. @throws DocumentError, ApiError, UnknownAccountError. */
  async plan(
    reference: ResourceReference,
    text: string,
  ): Promise<SavePlan & { readonly theirs: JsonObject }> {
    const theirs = await this.live(reference);
    const kind = findKind(reference.kind);
    const state = this.#open.stateOf(toDocumentPath(reference));
    const mine = parseDocument(kind, text, startOf(state));
    return { ...planSave(kind, { base: startingPoint(kind, state, mine), mine, theirs }), theirs };
  }

  baseOf(reference: ResourceReference): JsonObject | undefined {
    return this.#open.stateOf(toDocumentPath(reference)).base?.content;
  }

  readAt(reference: ResourceReference, text: string): number | undefined {
    return this.#open.find(toDocumentPath(reference))?.versions.readAt(text);
  }

  /** The live content in the document's form. @throws ApiError, UnknownAccountError. */
  async live(reference: ResourceReference, options?: CallOptions): Promise<JsonObject> {
    const resource = await this.#parts.client.readWhole(reference, options);
    for (const each of resourcesIn(reference, resource)) this.#read.fire(each);
    return toContent(findKind(reference.kind), resource);
  }

  /** @param resource the resource, if it was just read; the document may have more parts. */
  refresh(reference: ResourceReference, resource?: Resource): void {
    const kind = findKind(reference.kind);
    const isWhole = resource && !kind.operations.parts;
    this.#reload(reference, isWhole ? toContent(kind, resource) : undefined);
    for (const whole of wholesOf(reference)) this.#reload(whole);
  }

  async forget(reference: ResourceReference): Promise<void> {
    await this.#open.forget(toDocumentPath(reference));
  }

  #reload(reference: ResourceReference, content?: JsonObject): void {
    const path = toDocumentPath(reference);
    // A closed document isn't read right away, so the content would be outdated by then.
    if (content && this.#parts.findOpen(path)) this.#open.at(path).stale.put(content);
    else this.#open.find(path)?.stale.clear();
    this.#open.find(path)?.outdate();
    this.#changed.fire(path);
  }

  async #write(
    update: ResourceUpdate,
    { progress, guard = this.#parts.guard, reason }: WriteOptions,
  ): Promise<Written> {
    const { client, clock } = this.#parts;
    const services = {
      guard,
      client,
      clock,
      noteRead: (reference: ResourceReference, resource: Resource) => {
        this.#read.fire({ reference, resource });
        // A part that is a document of its own as well.
        const kind = findKind(reference.kind);
        if (kind.id !== update.reference.kind) this.#reload(reference, toContent(kind, resource));
      },
      noteWrite: (write: LoggedWrite) => this.#wrote.fire({ ...write, reason }),
    };
    const written = await writeResource(services, update, progress).catch((error: unknown) => {
      for (const related of mayHaveChanged(error) ? relatedTo(update.reference) : [])
        this.#reload(related);
      throw error;
    });
    for (const whole of wholesOf(update.reference)) this.#reload(whole);
    return written;
  }

  /** Records what a failed save did apply; the rest of the text remains unsaved. */
  async #noteFailed(path: string, error: unknown): Promise<void> {
    if (isConflict(error)) {
      this.#open.at(path).origin.noteConflict();
      // Updates an open comparison with the live state.
      this.#changed.fire(path);
    }
    if (!(error instanceof WriteError)) return;
    const note = async (arrived: readonly Change[] = []): Promise<void> => {
      if (arrived.length > 0) await this.#open.find(path)?.origin.noteArrived(arrived);
    };
    await note(error.arrived);
    void error.later?.then(note);
  }

  /** Reads the live state and keeps it for VS Code's next call. */
  async #readAgain(reference: ResourceReference, isSaving: boolean): Promise<JsonObject> {
    const path = toDocumentPath(reference);
    const { read, ahead, stale } = this.#open.at(path);
    read.clear();
    // The reload after a save uses the result of that save.
    const saved = stale.take();
    const content = await ((isSaving ? ahead.take() : saved) ?? this.live(reference));
    this.#open.at(path).read.put(content);
    return content;
  }
}

/** Includes values that the person saw and left different: only overwriting keeps the text. */
function findConflicts(
  kind: ResourceKind,
  state: DocumentState,
  mine: JsonObject | undefined,
  theirs: JsonObject,
): readonly Path[] {
  if (!mine) return [];
  const { seen = {}, contested = [] } = state;
  const left = contested.filter((path) => {
    const my = memberAt(mine, path);
    return !isEqual(my, memberAt(theirs, path)) && !isEqual(my, memberAt(seen, path));
  });
  try {
    // Values taken over from the live content count as the others', as in the save itself.
    const base = state.base && startingPoint(kind, state, mine);
    return [...planSave(kind, { base, mine, theirs }).conflicts, ...left];
  } catch {
    // The save itself reports problems in the text.
    return [];
  }
}
