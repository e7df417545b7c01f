import type * as z from 'zod/mini';

const byType: Readonly<Record<string, string>> = {
  string: 'Must be a string.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be an array.',
  object: 'Must be an object.',
  record: 'Must be an object.',
};

const missing = 'Required.';
const wrong = "This value isn't allowed.";

/** Every sentence about values that aren't sent, to be translated when shown. */
export const valueTexts: readonly string[] = [...new Set(Object.values(byType)), missing, wrong];

export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return missing;
  return (issue.code === 'invalid_type' && byType[issue.expected]) || wrong;
}
