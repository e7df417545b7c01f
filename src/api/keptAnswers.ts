import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isObject, type JsonValue, parseJson } from '../base/json';
import { t } from '../base/l10n';

/**
 * Keeps the answers to reads in a file, and gives each of those that are in it already once: reads
 * that were stopped go on from there. `mask` leaves out what mustn't be kept.
 * @throws Error if the file is another service's.
 */
export function keepAnswers(
  file: string,
  service: string,
  send: typeof fetch,
  mask: (answer: JsonValue) => JsonValue,
  abort: AbortController,
): typeof fetch {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').map(parseJson) : [];
  // The last line may be incomplete.
  const [head, ...kept] = lines.filter(isObject);
  if (head && head['service'] !== service) {
    throw new Error(t('The state file is from another service. Choose another file.'));
  }
  const answers = new Map(kept.map(({ path, answer }) => [path, JSON.stringify(answer)]));
  const append = (line: object): void =>
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  if (!head) append({ service });
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const path = pathname + search;
    const known = answers.get(path);
    answers.delete(path);
    if (known !== undefined) return Response.json(parseJson(known));
    const response = await send(input, init);
    const text = response.status === 200 ? await response.clone().text() : '';
    // Only the client notices ids that are too large to be exact.
    const answer = /\d{16}/.test(text) ? undefined : (parseJson(text) as JsonValue | undefined);
    try {
      if (answer) append({ path, answer: mask(answer) });
    } catch (error) {
      abort.abort(error);
    }
    return response;
  };
}
