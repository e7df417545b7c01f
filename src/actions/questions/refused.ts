import { ApiError } from '../../api/errors';
import { inLanguage, joinWords, toPlain } from '../../base/foreignText';
import type { Translate } from '../../base/translate';
import type { Field } from '../../documents/creations/field';
import { cronFieldNames } from '../../resources/cron/cronTime';

/** Whether repeating a request with the same values can't help. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'invalid';
}

/** The questions whose answers the service rejected, with its reasons. */
export function findRejectedAnswers(
  fields: readonly Field[],
  error: unknown,
  t: Translate,
): ReadonlyMap<Field, string> {
  const refused = new Map<Field, string>();
  if (!(error instanceof ApiError)) return refused;
  for (const [path, texts] of Object.entries(error.fieldErrors)) {
    const parts = path.split('.').map(simplify);
    const field = fields.find((each) => memberNamesOf(each).some((name) => parts.includes(name)));
    if (!field) continue;
    const said = toPlain(joinWords(texts.map((text) => inLanguage(text, t))));
    // A question about several members doesn't show which one is meant.
    const reason = memberNamesOf(field).length > 1 ? `${toPlain(path)}: ${said}` : said;
    refused.set(field, [refused.get(field) ?? '', reason].filter(Boolean).join(' '));
  }
  return refused;
}

/** The members of the request that a question's answer becomes. */
function memberNamesOf(field: Field): readonly string[] {
  if (field.type === 'settings') return field.fields.map(({ name }) => simplify(name));
  if (field.type === 'schedule') return [field.name, ...cronFieldNames].map(simplify);
  return field.name === undefined ? [] : [simplify(field.name)];
}

/** Services spell the same member `userId` or `user_id`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
