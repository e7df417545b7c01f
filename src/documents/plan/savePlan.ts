import { DocumentError, type DocumentProblem } from '../writing/outcome';
import { findLosses, isUnused, tryParse } from '../content';
import {
  apply,
  type Change,
  changedMembers,
  diff,
  isEqual,
  memberAt,
  merge,
  type Path,
  type JsonObject,
  pick,
  isObject,
} from '../../base/json';
import {
  hasFormMask,
  hasMask,
  liveOf,
  maskCredentials,
  maskForms,
  maskKnown,
  restoreSecrets,
} from '../maskCredentials';
import { isCredentialField } from '../../api/credentials';
import type { Editing, Write } from '../../resources/kinds/kind';
import type { ResourceKind } from '../../resources/kinds/kinds';
import { parse } from 'jsonc-parser';

export interface SaveSides {
  /** Start of the person's changes; undefined if it was lost or never existed. */
  readonly base: JsonObject | undefined;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
}

export interface SavePlan {
  readonly writes: readonly Write[];
  /** Changes of the live state; secrets within texts are masked, unless just typed. */
  readonly changes: readonly Change[];
  /** The same with all secrets within texts: only to be compared, never shown or kept. */
  readonly meant: readonly Change[];
  /** Values that both the person and someone else changed since the base. */
  readonly conflicts: readonly Path[];
}

/**
 * Three-way: others' changes are kept. Without a base, every difference is a conflict.
 * @throws DocumentError if the person changed something that isn't writable.
 */
export function planSave(kind: ResourceKind, sides: SaveSides): SavePlan {
  const editing = kind.document?.editing;
  const shown = sides.theirs;
  const base = sides.base && restoreSecrets(sides.base, sides.base, shown);
  const mine = restoreSecrets(sides.mine, sides.base ?? shown, shown);
  // What a read doesn't return is assumed to be unchanged since it was last sent.
  const theirs = { ...liveOf(shown), ...pick(base ?? {}, editing?.unread ?? []) };
  const writable = editing && canWrite(kind, theirs) ? editing : undefined;
  const start = base ?? theirs;
  const typed = diff(start, mine).filter((change) => base || mayBeTyped(editing, change));
  const { merged, conflicts } = merge(start, apply(start, typed), theirs);
  const changes = diff(theirs, merged);
  const problems = [
    ...typed.flatMap((change) => findProblem(kind, writable, change, { theirs, mine })),
    // What isn't known with its secrets isn't sent, either.
    ...(liveOf(shown) === shown ? [] : changes.filter(({ after }) => hasFormMask(after))).map(
      ({ path }) => ({ reason: 'mask', path }) as const,
    ),
    ...(changes.length > 0 ? findMissing(writable, { ...theirs, ...merged }) : []),
  ];
  if (problems.length > 0) throw new DocumentError(problems);
  const changed = changedMembers(changes);
  const writes =
    changes.length === 0 || !editing
      ? []
      : editing.toWrites({ before: theirs, after: merged, changed });
  // Such as an unknown member of an object that is sent as a whole.
  if (writes.some(({ body }) => hasMask(body)))
    throw new DocumentError(changes.map(({ path }) => ({ reason: 'credential', path })));
  return {
    writes,
    changes: changes.map(({ path, before, after }) => ({
      path,
      before: before && maskForms(before),
      after: after && maskKnown(after, memberAt(liveOf(shown), path)),
    })),
    meant: changes,
    conflicts: base ? conflicts : changes.map(({ path }) => path),
  };
}

export function canWrite({ document }: ResourceKind, content: JsonObject): boolean {
  return document?.editing !== undefined && document.readOnly?.(content) === undefined;
}

export function isWritable({ writable }: Editing, path: Path): boolean {
  return isWithinMembers(writable, path);
}

export function holdsWritable(editing: Editing, path: Path): boolean {
  const prefix = `${path.join('.')}.`;
  return isWritable(editing, path) || editing.writable.some((name) => name.startsWith(prefix));
}

/** If the text's starting point is unknown: read-only values change on their own. */
export function mayBeTyped(editing: Editing | undefined, { path, after }: Change): boolean {
  if (!editing || isWritable(editing, path)) return true;
  const [name = ''] = path.slice(-1);
  return (
    after !== undefined &&
    path.some(isCredentialField) &&
    !isEqual(maskCredentials({ [name]: after }), { [name]: after })
  );
}

/** Members that every write has to contain and a read doesn't return. */
function findMissing(editing: Editing | undefined, after: JsonObject): DocumentProblem[] {
  return (editing?.schema?.safeParse(after).error?.issues ?? [])
    .filter(({ path: [name = ''] }) => after[String(name)] === undefined)
    .map(({ path }) => ({ reason: 'missing', path: path.map(String) }));
}

function findProblem(
  kind: ResourceKind,
  editing: Editing | undefined,
  change: Change,
  { theirs, mine }: Pick<SaveSides, 'theirs' | 'mine'>,
): DocumentProblem[] {
  const { fields, operations } = kind;
  const { path, before, after } = change;
  const part = operations.parts?.find(({ member }) => member === path[0]);
  // Without its current values, it's unknown what a request would revert.
  if (part && theirs[part.member] === undefined) return [{ reason: 'notRead', path }];
  if (path.some(isCredentialField)) return [{ reason: 'credential', path }];
  if (!editing || !isWritable(editing, path)) {
    const isAdded = before === undefined && memberAt(theirs, path) === undefined;
    const isUnknown = editing && isAdded && !fields.includes(path.join('.'));
    return [{ reason: isUnknown ? 'unknownField' : 'readOnly', path }];
  }
  // If the service doesn't have the member either, nothing is lost.
  const lost = after === undefined ? memberAt(theirs, path) : undefined;
  const isRemoved = lost !== undefined && !isUnused(kind, path, mine, lost);
  return isRemoved ? [{ reason: 'removed', path }] : findLosses(change, theirs);
}

export function isWithinMembers(members: readonly string[], path: Path): boolean {
  return members.some((member) => {
    const names = member.split('.');
    return names.length <= path.length && names.every((name, index) => name === path[index]);
  });
}

/** Sends no request. Empty while the text isn't valid JSON, which the editor marks itself. */
export function findTypedProblems(
  kind: ResourceKind,
  base: JsonObject | undefined,
  text: string,
): readonly DocumentProblem[] {
  const mine = tryParse(text, kind, base);
  if (!mine || !base || !kind.document?.editing) return [];
  return findSaveProblems(kind, { base, mine, theirs: base });
}

/** Empty if the changes can be saved as they are. */
export function findSaveProblems(
  ...planned: Parameters<typeof planSave>
): readonly DocumentProblem[] {
  try {
    planSave(...planned);
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return error.problems;
    throw error;
  }
}

/** Problems of fields not edited since, at their current place; those of the whole text until any edit. */
export function findStanding<Problem extends { readonly path: Path; readonly offset?: number }>(
  problems: readonly Problem[],
  saved: string,
  text: string,
): readonly Problem[] {
  if (saved === text) return problems;
  const [before, now] = [parseLeniently(saved), parseLeniently(text)];
  return problems.filter(
    ({ path, offset }) =>
      offset === undefined &&
      path.length > 0 &&
      isEqual(memberAt(before, path), memberAt(now, path)),
  );
}

function parseLeniently(text: string): Record<string, never> {
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  return isObject(value) ? (value as Record<string, never>) : {};
}

/** Undefined if the text isn't valid, such as half-typed JSON. */
export function typedChanges(
  kind: ResourceKind,
  base: JsonObject,
  text: string,
): readonly Change[] | undefined {
  const typed = tryParse(text, kind, base);
  return typed && diff(base, typed);
}

/** Dotted names of the fields in which a text differs from its base; undefined if it isn't valid. */
export function changedFields(
  kind: ResourceKind,
  base: JsonObject | undefined,
  text: string,
): string[] | undefined {
  return base && typedChanges(kind, base, text)?.map(({ path }) => path.join('.'));
}

/** True if a service returns none of the values that a document can change. */
export function isUnknown({ document }: ResourceKind, content: JsonObject | undefined): boolean {
  const { writable = [] } = document?.editing ?? {};
  return (
    content !== undefined &&
    writable.length > 0 &&
    writable.every((name) => (memberAt(content, name.split('.')) ?? null) === null)
  );
}

/** The parts of a document that the service doesn't offer for its resource, or refuses. */
export function missingParts(
  { operations }: ResourceKind,
  content: JsonObject | undefined,
): readonly string[] {
  if (!content) return [];
  const { parts = [] } = operations;
  return parts.flatMap(({ member, isIn }) =>
    content[member] === undefined && isIn?.(content) !== false ? [member] : [],
  );
}
