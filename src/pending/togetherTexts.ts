import * as z from 'zod/mini';
import { isCredentialField } from '../api/credentials';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  apply,
  type Change,
  diff,
  isEqual,
  memberAt,
  type Path,
} from '../base/json';
import { parseText, toText } from '../documents/content';
import {
  KeptValues,
  type KeyValues,
  storedId,
  storedKind,
  storedObject,
} from '../resources/storage/stored';
import { planSave } from '../documents/plan/savePlan';
import type { PendingChanges } from './pendingChanges';
import { findKind, type KindId, type ResourceKind } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';
import { toPlain } from '../base/foreignText';
import { formats, t } from '../base/l10n';

/** How many fields to name in a line, and values in a comment. */
const mostFields = 5;
const longestValue = 60;

const storedText = z.object({
  kind: storedKind,
  at: z.number(),
  staged: storedObject,
  rows: z.array(
    z.object({
      account: z.string(),
      ids: z.array(storedId),
      path: z.string(),
      content: storedObject,
    }),
  ),
});

interface NamedRow extends TogetherRow {
  readonly path: string;
}

/** Texts with the common fields of several resources; saving one stages changes for each of them. */
export class TogetherTexts {
  readonly #changes: PendingChanges;
  readonly #kept: KeptValues<z.infer<typeof storedText>>;
  readonly #live: (reference: ResourceReference) => Promise<JsonObject>;

  /** @param live the content of a resource as it is now. */
  constructor(
    changes: PendingChanges,
    storage: KeyValues,
    live: (reference: ResourceReference) => Promise<JsonObject>,
  ) {
    this.#changes = changes;
    this.#kept = new KeptValues(storage, { prefix: 'together:', schema: storedText });
    this.#live = live;
  }

  async start(kind: KindId, rows: readonly NamedRow[]): Promise<string> {
    const { names, suffix } = findKind(kind);
    const name = `${rows.length} ${t(names.many)}`;
    let path = `/${t('Edit Together')}/${name}.${suffix}.json`;
    for (let number = 2; this.has(path); number += 1) {
      path = `/${t('Edit Together')}/${name} (${number}).${suffix}.json`;
    }
    const contents = rows.map((row) => row.content);
    const { shared } = compareRows(findKind(kind), contents);
    await this.#kept.set(path, {
      kind,
      at: Date.now(),
      staged: shared,
      rows: rows.map(({ reference: { account, ids }, path: own, content: known }) => {
        return { account, ids: [...ids], path: own, content: known };
      }),
    });
    return path;
  }

  has(path: string): boolean {
    return this.#kept.get(path) !== undefined;
  }

  /** The resources that a text is about; none if it's another text. */
  references(path: string): readonly ResourceReference[] {
    const { kind, rows = [] } = this.#kept.get(path) ?? {};
    return kind ? rows.map(({ account, ids }) => ({ account, kind, ids })) : [];
  }

  read(path: string): { readonly text: string; readonly at: number } | undefined {
    const found = this.#kept.get(path);
    return (
      found && { text: withComments(toText(found.staged), findDiffering(found)), at: found.at }
    );
  }

  /**
   * Names its subject, the fields that differ now and what saving does; empty if it's another text.
   * `find` returns the content of a resource as known; if it isn't, the one shown at first counts.
   */
  describe(path: string, find: (reference: ResourceReference) => JsonObject | undefined): string {
    const found = this.#kept.get(path);
    if (!found) return '';
    const { kind } = found;
    const rows = found.rows.map((row) => {
      const { account, ids, content } = row;
      return { ...row, content: find({ account, kind, ids }) ?? content };
    });
    const count = t('{0} {1}', rows.length, formats.inSentence(t(findKind(kind).names.many)));
    const fields = findDiffering({ ...found, rows }).map((each) => each.path.join('.'));
    const shown = firstOf(fields).join(', ');
    const differs = fields.length === 1 ? t('{0} differs', shown) : t('{0} differ', shown);
    const parts = [count, ...(fields.length > 0 ? [differs] : [])];
    return [...parts, t('Saving stages changes; nothing is sent')].join(' · ');
  }

  /** Stages the edited fields; returns for how many resources. @throws DocumentError. */
  async write(path: string, text: string): Promise<number> {
    const found = this.#kept.get(path);
    if (!found) return 0;
    const typed = parseText(text);
    await this.#changes.refresh();
    const rows = await Promise.all(this.#toRows(found));
    const changes = changesOfRows(findKind(found.kind), rows, found.staged, typed);
    await this.#changes.stage(
      changes.map((change, index) => {
        return { ...change, origin: 'person', path: found.rows[index]?.path ?? '' };
      }),
    );
    const stored = found.rows.map((row, index) => {
      return { ...row, content: rows[index]?.content ?? row.content };
    });
    await this.#kept.set(path, { ...found, at: Date.now(), staged: typed, rows: stored });
    const isChange = ({ before, after }: Change): boolean => !isEqual(before, after);
    return changes.filter((each) => each.changes.some(isChange)).length;
  }

  /** Resources whose changes were applied or discarded since start from their live content. */
  #toRows({ kind, rows, staged }: z.infer<typeof storedText>): readonly Promise<TogetherRow>[] {
    const contents = rows.map((row) => row.content);
    const isFirst = isEqual(compareRows(findKind(kind), contents).shared, staged);
    return rows.map(async ({ account, ids, content: known }) => {
      const reference = { account, kind, ids };
      const isStaged = this.#changes.find({ reference, origin: 'person' }) !== undefined;
      const isKnown = isFirst || isStaged;
      return { reference, content: isKnown ? known : await this.#live(reference) };
    });
  }

  async forget(path: string): Promise<void> {
    await this.#kept.set(path, undefined);
  }
}

function findDiffering({ kind, rows, staged }: z.infer<typeof storedText>): readonly Difference[] {
  const contents = rows.map(({ content }) => content);
  return compareRows(findKind(kind), contents).differing.filter(
    ({ path }) => memberAt(staged, path) === undefined,
  );
}

/**
 * Adds the differing fields to a text, each as a comment with its values and how often they occur.
 * They come first, so that one that becomes a field needs no comma after the field before it.
 */
function withComments(text: string, differing: readonly Difference[]): string {
  if (differing.length === 0) return text;
  const lines = differing.map(({ path, values }) => {
    const shown = values.map(
      ({ value, count }) => `${toPlain(JSON.stringify(value) ?? '–', longestValue)} (${count}×)`,
    );
    return `  // "${toPlain(path.join('.'))}": ${firstOf(shown).join(', ')}\n`;
  });
  return text.replace(/^\{\n?/, () => `{\n${lines.join('')}`);
}

function firstOf(words: readonly string[]): readonly string[] {
  const left = words.length - mostFields;
  return left > 0 ? [...words.slice(0, mostFields), t('{0} more', left)] : words;
}

interface TogetherRow {
  readonly reference: ResourceReference;
  readonly content: JsonObject;
}

interface Difference {
  readonly path: Path;
  readonly values: readonly { readonly value: JsonValue | undefined; readonly count: number }[];
}

/** The editable fields that several resources have in common, and those that differ. */
export function compareRows({ document }: ResourceKind, contents: readonly JsonObject[]) {
  const shared: Change[] = [];
  const differing: Difference[] = [];
  const compare = (path: Path): void => {
    if (path.some(isCredentialField)) return;
    const values = contents.map((content) => memberAt(content, path));
    if (values.every(isJsonObject)) {
      for (const name of new Set(values.flatMap((each) => Object.keys(each)))) {
        compare([...path, name]);
      }
      return;
    }
    const counted = countValues(values);
    const [first] = counted;
    if (counted.length > 1) differing.push({ path, values: counted });
    else if (first?.value !== undefined)
      shared.push({ path, before: undefined, after: first.value });
  };
  for (const name of document?.editing?.writable ?? []) compare(name.split('.'));
  return { shared: apply({}, shared), differing };
}

/**
 * A field removed from the text returns to the row's own value. `earlier`: the text when last
 * staged, or what the rows had in common. @throws DocumentError if a row can't take a change.
 */
export function changesOfRows(
  kind: ResourceKind,
  rows: readonly TogetherRow[],
  earlier: JsonObject,
  typed: JsonObject,
): readonly { readonly reference: ResourceReference; readonly changes: readonly Change[] }[] {
  const edits = diff(earlier, typed);
  return rows.map(({ reference, content }) => {
    const changes = edits.map(({ path, after }) => {
      const before = memberAt(content, path);
      return { path, before, after: after ?? before };
    });
    // Rejects what a save would reject.
    planSave(kind, { base: content, mine: apply(content, changes), theirs: content });
    return { reference, changes };
  });
}

function countValues(values: readonly (JsonValue | undefined)[]): Difference['values'] {
  const counted: { value: JsonValue | undefined; count: number }[] = [];
  for (const value of values) {
    const known = counted.find((each) => isEqual(each.value, value));
    if (known) known.count += 1;
    else counted.push({ value, count: 1 });
  }
  return counted.toSorted((one, other) => other.count - one.count);
}
