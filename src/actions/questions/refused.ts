import { inLanguage } from '../../base/l10n';
import { ApiError } from '../../api/errors';
import { joinWords, toPlain, type Words } from '../../base/foreignText';
import type { Field } from '../../documents/creations/field';
import { cronFieldNames } from '../../resources/cron/cronTime';

export function isInvalidRequest(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'invalid';
}

export function findRejectedAnswers(
  fields: readonly Field[],
  error: unknown,
): ReadonlyMap<Field, string> {
  const refused = new Map<Field, string>();
  if (!(error instanceof ApiError)) return refused;
  for (const [path, texts] of Object.entries(error.fieldErrors)) {
    const field = findField(fields, path);
    if (!field) continue;
    const said = toPlain(joinWords(texts.map((text) => inLanguage(text))));
    // A question about several members doesn't show which one is meant.
    const reason = memberNamesOf(field).length > 1 ? `${toPlain(path)}: ${said}` : said;
    refused.set(field, [refused.get(field) ?? '', reason].filter(Boolean).join(' '));
  }
  return refused;
}

export function inWordsOfQuestions(fields: readonly Field[], error: unknown): unknown {
  if (!(error instanceof ApiError) || Object.keys(error.fieldErrors).length === 0) return error;
  const fieldErrors: Record<string, readonly Words[]> = {};
  for (const [path, texts] of Object.entries(error.fieldErrors)) {
    const name = findQuestion(fields, path)?.prompt ?? path;
    fieldErrors[name] = [...(fieldErrors[name] ?? []), ...texts];
  }
  const { reason, operation, status, serviceMessage } = error;
  const details = { status, serviceMessage, fieldErrors };
  return new ApiError(reason, operation, 'rejected', details);
}

function findQuestion(fields: readonly Field[], path: string): Field | undefined {
  const field = findField(fields, path);
  return field?.type === 'settings' ? findField(field.fields, path) : field;
}

function findField(fields: readonly Field[], path: string): Field | undefined {
  const parts = path.split('.').map(simplify);
  return fields.find((each) => memberNamesOf(each).some((name) => parts.includes(name)));
}

function memberNamesOf(field: Field): readonly string[] {
  if (field.type === 'settings') return field.fields.map(({ name }) => simplify(name));
  if (field.type === 'schedule') return [field.name, ...cronFieldNames].map(simplify);
  return field.name === undefined ? [] : [simplify(field.name)];
}

/** Services spell the same member `userId` or `user_id`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
