import * as z from 'zod/mini';
import { type KeptSort, type KeptValues, storedObject } from '../resources/storage/stored';
import {
  type JsonObject,
  type Path,
  apply,
  type Change,
  diff,
  isEqual,
  memberAt,
  overlaps,
} from '../base/json';
import { maskForms } from './maskCredentials';
import { mayBeTyped } from './plan/savePlan';
import type { ResourceKind } from '../resources/kinds/kinds';

const version = z.object({
  content: storedObject,
  /** When it was first seen, in milliseconds since the epoch. */
  changedAt: z.number(),
  /** Length of its text in bytes. */
  size: z.number(),
});

export type Version = z.infer<typeof version>;

const paths = z.optional(z.readonly(z.array(z.readonly(z.array(z.string())))));

const documentState = z.object({
  /** Time of the first content reported to VS Code; it never has an earlier time. */
  openedAt: z.optional(z.number()),
  /** Start of the person's text; undefined if it was lost. */
  base: z.optional(version),
  /** The live content last shown next to an unsaved text. */
  seen: z.optional(storedObject),
  /** Where the text and the live content conflicted at that time. */
  contested: paths,
  /** Where the person had typed the live value before it was shown. */
  agreed: paths,
});

/** Masked. It outlives the window: a restored text needs its starting point to be saved. */
export type DocumentState = z.infer<typeof documentState>;

export const documentStates: KeptSort<DocumentState> = {
  prefix: 'document:',
  schema: documentState,
  /** A text that was saved may have a secret that the person typed. */
  mask({ base, seen, ...state }) {
    return {
      ...state,
      ...(base ? { base: { ...base, content: maskForms(base.content) as JsonObject } } : {}),
      ...(seen ? { seen: maskForms(seen) as JsonObject } : {}),
    };
  },
};

/** Documents whose unsaved text was proposed by a language model, by their URIs. */
export const keptProposals: KeptSort<true> = { prefix: 'proposal:', schema: z.literal(true) };

const rememberedTexts = 4;

let latest = 0;

/** The time of a new version, in milliseconds since the epoch: later than of any other. */
export function nextTime(): number {
  latest = Math.max(Date.now(), latest + 1);
  return latest;
}

/** A text that the editor holds unchanged was once live: only such can start a person's changes. */
export class Versions {
  readonly #byText = new Map<
    string,
    { readonly version: Version; readonly readAt: number | undefined }
  >();

  find(text: string): Version | undefined {
    return this.#byText.get(normalizeLineBreaks(text))?.version;
  }

  /** When this text was last seen to be live; undefined if the editor restored it. */
  readAt(text: string): number | undefined {
    return this.#byText.get(normalizeLineBreaks(text))?.readAt;
  }

  /** The time only changes if another text came in between. `readAt`: when the service had it. */
  of(content: JsonObject, text: string, readAt?: number): Version {
    const key = normalizeLineBreaks(text);
    const known = key === [...this.#byText.keys()].at(-1) ? this.find(text) : undefined;
    const version = known ?? { content, changedAt: nextTime(), size: byteLength(text) };
    this.#byText.delete(key);
    this.#byText.set(key, { version, readAt });
    for (const oldest of this.#byText.keys()) {
      if (this.#byText.size > rememberedTexts) this.#byText.delete(oldest);
    }
    return version;
  }
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

function normalizeLineBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export interface OpenText {
  readonly text: string;
  readonly isDirty: boolean;
}

interface ReadBeside {
  /** Undefined if it isn't a valid document. */
  readonly mine: JsonObject | undefined;
  readonly conflicts: readonly Path[];
}

/** Separates the person's changes from others'. */
export class TextOrigin {
  readonly #path: string;
  readonly #states: KeptValues<DocumentState>;
  readonly #versions: Versions;
  #shown: { readonly text: string; readonly version: Version } | undefined;
  #given: Version | undefined;
  #isContested = false;

  constructor(path: string, states: KeptValues<DocumentState>, versions: Versions) {
    this.#path = path;
    this.#states = states;
    this.#versions = versions;
  }

  get state(): DocumentState {
    const state = this.#states.get(this.#path) ?? {};
    return this.#shown ? { openedAt: state.openedAt, base: this.#shown.version } : state;
  }

  /** Records the text that the document is opened with, which later edits start from. */
  async noteOpened({ text, isDirty }: OpenText): Promise<void> {
    const version = this.#versions.find(text);
    if (version && !isDirty) await this.rebase(version, version.changedAt);
  }

  /**
   * VS Code usually reports a text before it reports that it is dirty, but not always. A text that
   * looks saved was read if it is what VS Code was given last, unless it is reported dirty in the
   * same turn: then the person typed the very same text. Whether a different text was typed only
   * becomes known with the next report.
   */
  async noteText({ text, isDirty }: OpenText): Promise<void> {
    const before = this.#shown;
    const wasTyped = isDirty && before?.text === text;
    const version = isDirty ? undefined : this.#versions.find(text);
    const shown = version && { text, version };
    // Set before awaiting anything, because the next report may arrive meanwhile.
    this.#shown = shown;
    if (before && !wasTyped) await this.rebase(before.version);
    if (!shown || version !== this.#given) return;
    this.#given = undefined;
    await nextTurn();
    if (this.#shown !== shown) return;
    this.#shown = undefined;
    await this.rebase(version);
  }

  /** Records that a conflict was reported to VS Code: the person will see what it reads next. */
  noteConflict(): void {
    this.#isContested = true;
  }

  /** Next to a contested text, the person sees what was given, unless the text shows errors. */
  async noteRead(version: Version, { mine, conflicts }: ReadBeside): Promise<void> {
    this.#given = version;
    if (!this.#isContested || !mine) return;
    const state = this.state;
    const { seen, contested: before = [], agreed: earlier } = state;
    let { base } = state;
    // Values taken over from an earlier live content stay taken over.
    if (base && seen)
      base = { ...base, content: withSeen(base.content, { seen, agreed: earlier }, mine) };
    // Values that both sides now share start here once retyped: these are just as intended.
    const agreed = base
      ? diff(base.content, mine)
          .filter(({ path, after }) => isEqual(memberAt(version.content, path), after))
          .map(({ path }) => path)
      : [];
    const more = [...conflicts, ...agreed].filter(
      (each) => !before.some((known) => isEqual([...known], [...each])),
    );
    const contested = [...before, ...more];
    const shown = { base, seen: version.content, contested, agreed };
    await this.#states.set(this.#path, { ...state, ...shown });
  }

  /** Only a restart needs it in the storage, so no save has to wait for that. */
  noteSaved(version: Version): void {
    const { openedAt = version.changedAt } = this.state;
    this.#shown = undefined;
    this.#given = undefined;
    this.#isContested = false;
    this.#states.keep(this.#path, { openedAt, base: version });
  }

  /** Records that a text was only partly saved: its other changes stay pending. */
  async noteArrived(arrived: readonly Change[]): Promise<void> {
    const state = this.state;
    const { base, seen } = state;
    this.#shown = undefined;
    await this.#states.set(this.#path, {
      ...state,
      base: base && { ...base, content: apply(base.content, arrived) },
      seen: seen && apply(seen, arrived),
    });
  }

  async forget(): Promise<void> {
    this.#isContested = false;
    this.#shown = undefined;
    this.#given = undefined;
    await this.#states.set(this.#path, undefined);
  }

  /** @param since the time VS Code has, if no earlier one is known; any if that's unknown. */
  async rebase(version: Version, since = 0): Promise<void> {
    this.#isContested = false;
    const { base, seen, openedAt = since } = this.#states.get(this.#path) ?? {};
    if (seen || !isEqual(base && { ...base }, { ...version })) {
      await this.#states.set(this.#path, { openedAt, base: version });
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** The text's start, with live values where the person saw or took them. Undefined if unknown. */
export function startingPoint(
  { document }: ResourceKind,
  { base, seen, contested, agreed }: DocumentState,
  mine: JsonObject,
): JsonObject | undefined {
  if (!seen) return base?.content;
  if (base) return withSeen(base.content, { seen, contested, agreed }, mine);
  const moved = diff(seen, mine).filter((change) => !mayBeTyped(document?.editing, change));
  return apply(seen, moved);
}

/** A value that was typed before the live one was shown isn't taken over while it's in the text. */
function withSeen(
  start: JsonObject,
  {
    seen,
    contested = [],
    agreed = [],
  }: Pick<DocumentState, 'contested' | 'agreed'> & { readonly seen: JsonObject },
  mine: JsonObject,
): JsonObject {
  const known = diff(start, seen).filter(({ path, after }) =>
    isEqual(memberAt(mine, path), after)
      ? !agreed.some((each) => overlaps(each, path))
      : contested.some((each) => overlaps(each, path)),
  );
  return apply(start, known);
}

/** Start of a text, as far as it is known. */
export function startOf({ base, seen }: DocumentState): JsonObject | undefined {
  return base?.content ?? seen;
}

export class OpenDocuments {
  readonly #states: KeptValues<DocumentState>;
  readonly #documents = new Map<string, OpenDocument>();

  constructor(states: KeptValues<DocumentState>) {
    this.#states = states;
  }

  at(path: string): OpenDocument {
    const document = this.find(path) ?? new OpenDocument(path, this.#states);
    this.#documents.set(path, document);
    return document;
  }

  find(path: string): OpenDocument | undefined {
    return this.#documents.get(path);
  }

  /** Works for documents that aren't open, too. */
  stateOf(path: string): DocumentState {
    return this.find(path)?.origin.state ?? this.#states.get(path) ?? {};
  }

  async forget(path: string): Promise<void> {
    const { origin } = this.at(path);
    this.#documents.delete(path);
    await origin.forget();
  }
}

class OpenDocument {
  readonly versions = new Versions();
  readonly origin: TextOrigin;
  /** Read for VS Code's `stat`, which is followed by reading the text. */
  readonly read = new RecentContent();
  /** The content it was opened with, which VS Code checks once more within seconds. */
  readonly opened = new RecentContent(3_000);
  /** Being read since a save began, for the `stat` that VS Code asks for a moment later. */
  readonly ahead = new RecentContent<Promise<JsonObject>>(1_000);
  /** The service's content, if the editor's text differs. */
  readonly stale = new RecentContent();
  /** True if it was saved and VS Code hasn't asked for its time since. */
  wasJustSaved = false;
  /** True if VS Code is about to save it, possibly without any edits. */
  #isSaveExpected = false;

  constructor(path: string, states: KeptValues<DocumentState>) {
    this.origin = new TextOrigin(path, states, this.versions);
  }

  /**
   * It takes a while until VS Code asks for `stat`, which waits for a read that started by now.
   * @param read starts reading the live content; undefined if it shouldn't be read yet.
   */
  expectSave(read: (() => Promise<JsonObject>) | undefined): void {
    this.#isSaveExpected = true;
    this.ahead.clear();
    // Right after another save, `stat` doesn't read.
    if (!read || this.wasJustSaved) return;
    const content = read();
    // The call that takes the content reports a failure.
    content.catch(() => undefined);
    this.ahead.put(content);
  }

  /** True if VS Code was about to save the document; it no longer counts as expected. */
  takeExpectation(): boolean {
    const isExpected = this.#isSaveExpected;
    this.#isSaveExpected = false;
    return isExpected;
  }

  outdate(): void {
    this.opened.clear();
    this.ahead.clear();
  }
}

class RecentContent<T = JsonObject> {
  readonly #reuseTime: number;
  #recent: { readonly content: T; readonly at: number } | undefined;

  /** @param reuseTime how long it is valid for VS Code's next call, in milliseconds. */
  constructor(reuseTime = 5_000) {
    this.#reuseTime = reuseTime;
  }

  put(content: T): void {
    this.#recent = { content, at: Date.now() };
  }

  /** Removes and returns the content; undefined if it is too old. */
  take(): T | undefined {
    const recent = this.#recent;
    this.#recent = undefined;
    return recent && Date.now() - recent.at < this.#reuseTime ? recent.content : undefined;
  }

  get isThere(): boolean {
    return this.#recent !== undefined;
  }

  clear(): void {
    this.#recent = undefined;
  }
}
