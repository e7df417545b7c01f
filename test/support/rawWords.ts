import { ForeignText } from '../../src/base/foreignText';

/** A value with every foreign text in its original form, for use in assertions. */
export function rawWords(value: unknown): unknown {
  if (value instanceof ForeignText) return ForeignText.rawOf(value);
  if (Array.isArray(value)) return value.map(rawWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, rawWords(member)]),
  );
}
