import type * as z from 'zod/mini';
import { en } from 'zod/v4/locales';
import { Refusal } from '../refusal';

/** The library's small entry has no messages of its own. */
const inEnglish = { error: en().localeError };

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (valueAt(value, issue.path) === undefined) return 'This field is required.';
  return issue.message.replace(/^Invalid input: expected/, 'Must be of the type');
}

/**
 * The value as parsed by the schema.
 *
 * @throws {Refusal} 422 with a message for each field that is missing or wrong (API §7).
 */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value, inEnglish);
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.');
    (errors[field] ??= []).push(sentence(issue, value));
  }
  throw new Refusal(422, 'The given data was invalid.', errors);
}
