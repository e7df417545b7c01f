import { isCredentialField } from '../api/credentials';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json';
import { apply, type Change, diff, isEqual, memberAt, type Path } from '../base/patch';
import { planSave } from '../documents/plan/savePlan';
import type { ResourceKind } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';

export interface TogetherRow {
  readonly reference: ResourceReference;
  readonly content: JsonObject;
}

export interface Difference {
  readonly path: Path;
  readonly values: readonly { readonly value: JsonValue | undefined; readonly count: number }[];
}

/** The editable fields that several resources have in common, and those that differ. */
interface Together {
  readonly shared: JsonObject;
  readonly differing: readonly Difference[];
}

export function compareRows({ document }: ResourceKind, contents: readonly JsonObject[]): Together {
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
