import type * as z from 'zod/mini';
import { bodyText } from './bodyText';
import type { SandboxContext } from '../environment';
import { Refusal } from '../refusal';
import { validate } from './validation';

async function readObject(context: SandboxContext): Promise<object> {
  const text = await bodyText(context);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(422, 'The request body is not valid JSON.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Refusal(422, 'The request body must be a JSON object.');
}

/**
 * The body of a request that requires all mandatory fields.
 *
 * @throws {Refusal} 422 if the data is incomplete or wrong (API §7).
 */
export async function readBody<Schema extends z.ZodMiniType>(
  context: SandboxContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  return validate(schema, await readObject(context));
}

/**
 * The body of a PATCH, which contains only the fields to change (API §4 rule 2).
 *
 * @throws {Refusal} 422 if a field is wrong, or none of the fields can be changed.
 */
export async function readChanges<Schema extends z.ZodMiniObject>(
  context: SandboxContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await readObject(context);
  const fields = Object.keys(schema.shape);
  if (!fields.some((field) => field in body)) {
    throw new Refusal(422, `The request changes nothing: it may hold ${fields.join(', ')}.`);
  }
  return validate(schema, body);
}
