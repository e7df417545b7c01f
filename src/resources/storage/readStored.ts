import * as z from 'zod/mini';
import type { Folder } from './folder';
import { isObject, type JsonObject, parseJson } from '../../base/json';

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

/** Reads a file; one that can't be read counts as missing. */
export async function readStoredFile<T>(
  schema: z.ZodMiniType<T>,
  folder: Folder,
  key: string,
  note: (what: string) => void,
): Promise<T | undefined> {
  const text = await folder.read(key).catch(() => undefined);
  // Damaged text becomes null, which no schema accepts.
  const value = text === undefined ? undefined : (parseJson(text) ?? null);
  return readStored(schema, { key, value }, note);
}

/** A list, read without the entries that can't be read. */
export function listOf<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<T[]> {
  const read = (list: unknown[]): T[] =>
    list.flatMap((each) => {
      const { success, data } = schema.safeParse(each);
      return success ? [data] : [];
    });
  return z.pipe(z.array(z.unknown()), z.transform(read));
}

export const storedId = z.union([z.number(), z.string()]);

export const storedObject = z.custom<JsonObject>(isObject);

/** A short text that a page sent or stored; empty if it's too long or not a text. */
export const shortText = z.catch(z.string().check(z.maxLength(500)), '');
