import type { DocumentChange, Editing, Write, WrittenPart } from './kind';
import { memberAt } from '../../base/patch';
import type { JsonObject } from '../../base/json';

/** Saving with one request for each part that has changed fields, in a fixed order. */
export function saveInParts(
  parts: readonly WrittenPart[],
): Pick<Editing, 'parts' | 'writable' | 'toPath' | 'toWrites'> {
  const fields = parts.flatMap((part) => part.fields);
  return {
    parts,
    writable: fields,
    toPath: ([name = '', ...rest]) => {
      const path = fields.find((field) => toSentName(field) === name)?.split('.') ?? [name];
      return [...path, ...rest];
    },
    toWrites: (change) => parts.flatMap((part) => toWrite(part, change)),
  };
}

function toSentName(field: string): string {
  return field.split('.').at(-1) ?? field;
}

function toWrite({ write, fields, complete, kind }: WrittenPart, change: DocumentChange): Write[] {
  const body: JsonObject = {};
  for (const field of fields) {
    const value = memberAt(change.changed, field.split('.'));
    if (value !== undefined) body[toSentName(field)] = value;
  }
  if (Object.keys(body).length === 0) return [];
  return [
    {
      endpoint: write,
      body: complete?.(body, change) ?? body,
      ...(kind === undefined ? {} : { kind }),
    },
  ];
}
