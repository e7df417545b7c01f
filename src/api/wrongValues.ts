import type * as z from 'zod';

const byType: Readonly<Record<string, string>> = {
  string: 'Must be a text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
};

const missing = 'This is required.';
const wrong = 'This cannot be the value.';

/** All that is said of values that are not sent: sentences that are to be translated where they are shown. */
export const valueTexts: readonly string[] = [...new Set(Object.values(byType)), missing, wrong];

/** What is wrong with a value that a schema does not let through. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return missing;
  return (issue.code === 'invalid_type' && byType[issue.expected]) || wrong;
}
