import type * as z from 'zod/mini';
import { parseJson } from '../../base/json';

/** A stored value; undefined if it is missing or damaged, which is reported. */
export function readStored<T>(
  schema: z.ZodMiniType<T>,
  stored: { readonly key: string; readonly value: unknown },
  note: (what: string) => void,
): T | undefined {
  if (stored.value === undefined) return undefined;
  const { success, data } = schema.safeParse(stored.value);
  if (!success) note(stored.key);
  return data;
}

/** The same as `readStored`, for the text of a file. */
export function readStoredText<T>(
  schema: z.ZodMiniType<T>,
  { key, text }: { readonly key: string; readonly text: string | undefined },
  note: (what: string) => void,
): T | undefined {
  // Damaged text becomes null, which no schema accepts.
  const value = text === undefined ? undefined : (parseJson(text) ?? null);
  return readStored(schema, { key, value }, note);
}
