import * as vscode from 'vscode';
import type { DocumentState, DocumentStates } from './documentStates';
import { ApiError } from '../../api/errors';
import { parseText, toContent, toText } from '../../resources/documents/content';
import { DocumentError, type DocumentProblem } from '../../resources/documents/documentError';
import { diff, isEqual } from '../../resources/documents/patch';
import { planSave, type SavePlan } from '../../resources/documents/savePlan';
import type { Resource, ResourceKind, Write } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/resourceStore';
import type { JsonObject } from '../../shared/json';
import { toUri } from '../uris';

/** A document's facts, as a file system tells them. */
export interface DocumentStat {
  readonly changedAt: number;
  readonly size: number;
  readonly isEditable: boolean;
}

/** How long a read for `stat` serves the read or write that the editor makes right after it. */
const reuseTime = 5_000;

interface RecentRead {
  readonly content: JsonObject;
  readonly at: number;
}

/** Documents of resources: reading them, and saving them without ever overwriting blindly. */
export class Documents {
  readonly #client: ResourceClient;
  readonly #store: ResourceStore;
  readonly #states: DocumentStates;
  readonly #recent = new Map<string, RecentRead>();
  /** Texts as they were last saved: the editor asks for `stat` before it knows that they are. */
  readonly #savedTexts = new Map<string, string>();
  readonly #saved = new vscode.EventEmitter<vscode.Uri>();

  /** A document whose content is no longer the text that was saved. */
  readonly onDidChange = this.#saved.event;

  constructor(client: ResourceClient, store: ResourceStore, states: DocumentStates) {
    this.#client = client;
    this.#store = store;
    this.#states = states;
  }

  /** @throws ApiError where nothing is known and nothing can be read. */
  async stat(reference: ResourceReference): Promise<DocumentStat> {
    const uri = toUri(reference);
    const open = findOpen(uri);
    const state = this.#states.get(uri.path);
    const isEditable = findKind(reference.kind).document?.editing !== undefined;
    if (open?.isDirty && state && this.#savedTexts.get(uri.path) !== open.getText()) {
      const theirs = await this.#readAgain(reference);
      if (hasConflict(findKind(reference.kind), state, open.getText(), theirs)) {
        // The editor compares time and size, and a text of the same length would slip through.
        const text = conflictText(state, theirs);
        return { changedAt: state.changedAt + 1, size: byteLength(text), isEditable };
      }
    }
    if (open && state) {
      return { changedAt: state.changedAt, size: byteLength(toText(state.shown)), isEditable };
    }
    const fresh = await this.#readAgain(reference);
    return {
      changedAt: await this.#changedAt(uri, fresh),
      size: byteLength(toText(fresh)),
      isEditable,
    };
  }

  /** The live text. @throws ApiError. */
  async read(reference: ResourceReference): Promise<string> {
    const uri = toUri(reference);
    const live = this.#takeRecent(uri) ?? (await this.#readContent(reference));
    const state = this.#states.get(uri.path);
    const changedAt = await this.#changedAt(uri, live);
    const isCompared = state !== undefined && findOpen(uri)?.isDirty === true;
    await this.#states.set(uri.path, {
      base: isCompared ? state.base : live,
      shown: live,
      changedAt,
    });
    return isCompared ? conflictText(state, live) : toText(live);
  }

  /**
   * Saves a text: reads the live state, sends what the person changed, and reads back what became of
   * it.
   * @throws DocumentError, ApiError; the text is not saved then, and nothing of it is lost.
   */
  async save(reference: ResourceReference, text: string, signal?: AbortSignal): Promise<void> {
    const uri = toUri(reference);
    const kind = findKind(reference.kind);
    const mine = parseText(text);
    const theirs = this.#takeRecent(uri) ?? (await this.#readContent(reference, signal));
    const state = this.#states.get(uri.path);
    if (!state) {
      await this.#states.set(uri.path, { base: theirs, shown: {}, changedAt: Date.now() });
      throw new DocumentError(conflictsOf(diff(theirs, mine).map(({ path }) => path)));
    }
    const plan = planSave(kind, { base: state.base, mine, theirs });
    if (plan.conflicts.length > 0 && !isEqual(theirs, state.shown)) {
      throw new DocumentError(conflictsOf(plan.conflicts));
    }
    const after = await this.#performAll(reference, kind, plan, theirs, signal);
    await this.#states.set(uri.path, { base: after, shown: after, changedAt: Date.now() });
    this.#savedTexts.set(uri.path, text);
    if (toText(after) === text) return;
    this.#recent.set(uri.path, { content: after, at: Date.now() });
    this.#saved.fire(uri);
  }

  /** What saving a text would send. @throws DocumentError, ApiError. */
  async plan(
    reference: ResourceReference,
    text: string,
  ): Promise<SavePlan & { theirs: JsonObject }> {
    const theirs = await this.#readContent(reference);
    const base = this.#states.get(toUri(reference).path)?.base ?? theirs;
    const sides = { base, mine: parseText(text), theirs };
    return { ...planSave(findKind(reference.kind), sides), theirs };
  }

  /** Notes that the editor's text is the live one: from here on its changes are counted. */
  async settle(uri: vscode.Uri, text: string): Promise<void> {
    const state = this.#states.get(uri.path);
    const isLive = state && toText(state.shown).trimEnd() === text.trimEnd();
    if (isLive && !isEqual(state.base, state.shown)) {
      await this.#states.set(uri.path, { ...state, base: state.shown });
    }
  }

  /** Forgets a document that was closed. */
  async forget(uri: vscode.Uri): Promise<void> {
    this.#recent.delete(uri.path);
    this.#savedTexts.delete(uri.path);
    await this.#states.forget(uri.path);
  }

  async #performAll(
    reference: ResourceReference,
    kind: ResourceKind,
    { writes }: SavePlan,
    theirs: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<JsonObject> {
    if (writes.length === 0) return theirs;
    let done = 0;
    try {
      let answer: unknown;
      for (const write of writes) {
        answer = await this.#client.perform(reference, write.endpoint, write.body, { signal });
        done += 1;
      }
      const resource = isWholeAnswer(kind, writes)
        ? (answer as Resource)
        : await this.#client.read(reference);
      this.#store.replace(reference, resource);
      return toContent(kind, resource);
    } catch (error) {
      if (done > 0) await this.#rebase(reference);
      throw toDocumentError(error);
    }
  }

  /** After a save that was done in part: what did arrive is no longer a change of the person's. */
  async #rebase(reference: ResourceReference): Promise<void> {
    const live = await this.#readContent(reference);
    await this.#states.set(toUri(reference).path, {
      base: live,
      shown: live,
      changedAt: Date.now(),
    });
  }

  async #readContent(reference: ResourceReference, signal?: AbortSignal): Promise<JsonObject> {
    const resource = await this.#client.read(reference, { signal });
    this.#store.replace(reference, resource);
    return toContent(findKind(reference.kind), resource);
  }

  /** Reads the live state and keeps it for the call that the editor makes next. */
  async #readAgain(reference: ResourceReference): Promise<JsonObject> {
    const content = await this.#readContent(reference);
    this.#recent.set(toUri(reference).path, { content, at: Date.now() });
    return content;
  }

  #takeRecent({ path }: vscode.Uri): JsonObject | undefined {
    const recent = this.#recent.get(path);
    this.#recent.delete(path);
    return recent && Date.now() - recent.at < reuseTime ? recent.content : undefined;
  }

  /** When this content was first seen: the time moves only when the content did. */
  async #changedAt(uri: vscode.Uri, content: JsonObject): Promise<number> {
    const state = this.#states.get(uri.path);
    if (state && isEqual(state.shown, content)) return state.changedAt;
    const changedAt = Math.max(Date.now(), (state?.changedAt ?? 0) + 1);
    if (!state) await this.#states.set(uri.path, { base: content, shown: content, changedAt });
    return changedAt;
  }
}

/** Whether the last write's answer is the resource as it is read. */
function isWholeAnswer(kind: ResourceKind, writes: readonly Write[]): boolean {
  return writes.at(-1)?.endpoint.answer === kind.operations.read?.answer;
}

function hasConflict(
  kind: ResourceKind,
  state: DocumentState,
  text: string,
  theirs: JsonObject,
): boolean {
  if (isEqual(theirs, state.shown)) return false;
  try {
    return planSave(kind, { base: state.base, mine: parseText(text), theirs }).conflicts.length > 0;
  } catch {
    // What is wrong with the text is told by the save itself.
    return false;
  }
}

/** Their text, one line break longer where it has just the length of the text that it replaces. */
function conflictText(state: DocumentState, theirs: JsonObject): string {
  const text = toText(theirs);
  return byteLength(text) === byteLength(toText(state.base)) ? `${text}\n` : text;
}

function conflictsOf(paths: readonly (readonly string[])[]): DocumentProblem[] {
  return paths.map((path) => ({ reason: 'conflict', path }));
}

/** Field errors of the service belong on their fields; everything else stays what it is. */
function toDocumentError(error: unknown): unknown {
  if (!(error instanceof ApiError) || Object.keys(error.fieldErrors).length === 0) return error;
  return new DocumentError(
    Object.entries(error.fieldErrors).map(([field, texts]) => ({
      reason: 'refused',
      path: field === '' ? [] : field.split('.'),
      detail: texts.join(' '),
    })),
  );
}

function findOpen(uri: vscode.Uri): vscode.TextDocument | undefined {
  const text = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === text);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
