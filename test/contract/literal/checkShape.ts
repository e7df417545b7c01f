import assert from 'node:assert/strict';
import type { FieldType, Shape } from './shape';

const types: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  integer: (value) => Number.isInteger(value),
  'integer or null': (value) => value === null || Number.isInteger(value),
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  'string or null': (value) => value === null || typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  'boolean or null': (value) => value === null || typeof value === 'boolean',
  timestamp: (value) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)),
  'ISO timestamp': (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(String(value)),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  anything: (value) => value !== undefined,
};

/** Asserts that a value has exactly the fields of a shape, each with its type. */
export function assertShape(value: unknown, shape: Shape, at = 'the answer'): void {
  const found = JSON.stringify(value);
  if (typeof shape === 'string') {
    assert.ok(types[shape](value), `${at} is not of the type "${shape}": ${found}`);
  } else if (isArrayShape(shape)) {
    assert.ok(Array.isArray(value), `${at} isn't an array: ${found}`);
    for (const [index, item] of value.entries()) assertShape(item, shape[0], `${at}[${index}]`);
  } else {
    assert.ok(types.object(value), `${at} isn't an object: ${found}`);
    const fields = value as Record<string, unknown>;
    if (!('*' in shape)) {
      assert.deepEqual(Object.keys(fields).toSorted(), Object.keys(shape).toSorted(), at);
    }
    for (const [name, field] of Object.entries(fields)) {
      assertShape(field, shape[name] ?? shape['*'] ?? 'anything', `${at}.${name}`);
    }
  }
}

const examples: Readonly<Record<FieldType, unknown>> = {
  integer: 7,
  'integer or null': null,
  number: 1.5,
  string: 'text',
  'string or null': null,
  boolean: true,
  'boolean or null': null,
  timestamp: '2024-05-06 07:08:09',
  'ISO timestamp': '2024-05-06T07:08:09.123456Z',
  object: { odd: true },
  array: ['odd', 1],
  anything: null,
};

/** A value of a shape, with these additional fields in every object whose fields are known. */
export function exampleOf(shape: Shape, unknown: object = {}): unknown {
  if (typeof shape === 'string') return examples[shape];
  if (isArrayShape(shape)) return [exampleOf(shape[0], unknown)];
  if ('*' in shape) return { any: exampleOf(shape['*'] ?? 'anything', unknown) };
  const known = Object.entries(shape).map(([name, field]) => [name, exampleOf(field, unknown)]);
  return { ...Object.fromEntries(known), ...unknown };
}

/** Whether a shape is that of an array; `Array.isArray` doesn't narrow a readonly one. */
export function isArrayShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
