import { toFieldId, toFieldPath } from './fieldId';
import { toVisible } from './safeText';
import { ApiError } from '../../api/errors';
import { DocumentError } from '../../resources/documents/documentError';
import type { Documents } from '../../resources/documents/documents';
import { apply, memberAt, type Path } from '../../resources/documents/patch';
import type { ResourceReference } from '../../resources/reference';
import type { JsonObject, JsonValue } from '../../shared/json';
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
  return apply(
    content,
    changes.map((change) => ({
      path: toFieldPath(change.id),
      before: undefined,
      after: change[side],
    })),
  );
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
      const { path, reason, detail } = problem;
      if (reason === 'conflict') return toConflict(path, memberAt(live, path), t);
      const text = detail ?? describeError(new DocumentError([problem]));
      return { id: toFieldId(path), text: toVisible(text) };
    });
  }
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fieldErrors).map(([field, texts]) => ({
    id: toFieldId(field.split('.')),
    text: toVisible(texts.join(' ')),
  }));
}

function toConflict(path: Path, now: JsonValue | undefined, t: Translate): FieldProblem {
  const text = t('It is {0} now. Save again to replace that, or discard.', toVisible(now ?? '–'));
  return { id: toFieldId(path), text, ...(isPanelValue(now) ? { now } : {}) };
}

function isPanelValue(value: unknown): value is PanelValue {
  return ['boolean', 'number', 'string'].includes(typeof value);
}
