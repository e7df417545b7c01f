import { toFieldId, toFieldPath } from './fieldId';
import { toVisible } from '../safeText';
import { ApiError } from '../../api/errors';
import { DocumentError } from '../../resources/documents/documentError';
import type { Documents } from '../../resources/documents/documents';
import { memberAt, type Path } from '../../resources/documents/patch';
import type { ResourceReference } from '../../resources/reference';
import { isObject, type JsonObject, type JsonValue } from '../../shared/json';
import type { Translate } from '../../shared/translate';
import type { PanelValue } from '../../webviews/model';
import type { FieldProblem, PendingChange } from '../../webviews/protocol';

/** Why changes were not saved. */
export interface Refusal {
  readonly text: string;
  readonly fields: readonly FieldProblem[];
}

/** What saving works with. */
export interface SaveContext {
  readonly documents: Pick<Documents, 'live' | 'change'>;
  readonly t: Translate;
  readonly describeError: (error: unknown) => string;
}

/**
 * Saves changes on the same path as a document: the live state is compared with what the person
 * started from, and the request holds what they changed and nothing else. Nothing where all is well.
 */
export async function saveChanges(
  context: SaveContext,
  reference: ResourceReference,
  changes: readonly PendingChange[],
): Promise<Refusal | undefined> {
  const { documents, t, describeError } = context;
  let live: JsonObject = {};
  try {
    live = await documents.live(reference);
    const base = withValues(live, changes, 'from');
    await documents.change(reference, { base, mine: withValues(live, changes, 'to') });
    return undefined;
  } catch (error) {
    const text = isConflict(error)
      ? t('Nothing was saved: somebody changed the same meanwhile.')
      : t('Nothing was saved. {0}', describeError(error));
    return { text, fields: toFields(error, live, context) };
  }
}

function withValues(
  content: JsonObject,
  changes: readonly PendingChange[],
  side: 'from' | 'to',
): JsonObject {
  let result: JsonValue = content;
  for (const change of changes) {
    const path = toFieldPath(change.id);
    result = withValue(result, path, change[side], path);
  }
  return result as JsonObject;
}

/**
 * A value with another one put at a path in it. In a list a name is the number of one of its items.
 * @throws DocumentError where that item is gone.
 */
function withValue(within: JsonValue, rest: Path, value: JsonValue, path: Path): JsonValue {
  const [name, ...inner] = rest;
  if (name === undefined) return value;
  if (Array.isArray(within)) {
    const at = within.findIndex((item) => isObject(item) && JSON.stringify(item['id']) === name);
    if (at < 0) throw new DocumentError([{ reason: 'conflict', path }]);
    return within.with(at, withValue(within[at] ?? null, inner, value, path));
  }
  const members = isObject(within) ? within : {};
  return { ...members, [name]: withValue(members[name] ?? null, inner, value, path) };
}

function isConflict(error: unknown): error is DocumentError {
  return (
    error instanceof DocumentError && error.problems.some(({ reason }) => reason === 'conflict')
  );
}

/** What the comparison, the service, or the check before sending says of single values. */
function toFields(
  error: unknown,
  live: JsonObject,
  { t, describeError }: SaveContext,
): FieldProblem[] {
  if (error instanceof DocumentError) {
    return error.problems.map((problem) => {
      const { path, reason, detail: fieldText } = problem;
      if (reason === 'conflict') return toConflict(path, memberAt(live, path), t);
      const text = fieldText ? t(fieldText) : describeError(new DocumentError([problem]));
      return { id: toFieldId(path), text: toVisible(text) };
    });
  }
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fieldErrors).map(([field, texts]) => ({
    id: toFieldId(field.split('.')),
    text: toVisible(texts.map((fieldText) => t(fieldText)).join(' ')),
  }));
}

function toConflict(path: Path, now: JsonValue | undefined, t: Translate): FieldProblem {
  const id = toFieldId(path);
  if (now === undefined) return { id, text: t('It is not there any more. Discard this change.') };
  const text = t('It is {0} now. Save again to replace that, or discard.', toVisible(now ?? '–'));
  return { id, text, ...(isPanelValue(now) ? { now } : {}) };
}

function isPanelValue(value: unknown): value is PanelValue {
  return value === null || ['boolean', 'number', 'string'].includes(typeof value);
}
