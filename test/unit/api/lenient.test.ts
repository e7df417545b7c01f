import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { mergeAnswer, oddFieldsOf, readLeniently, withMembers } from '../../../src/api/lenient';

const job = z.object({
  id: z.int(),
  label: z.string(),
  count: z.nullable(z.number()),
  isOn: z.optional(z.boolean()),
  tags: z.optional(z.array(z.string())),
  limits: z.optional(z.record(z.string(), z.number())),
  owner: z.optional(z.object({ id: z.int(), name: z.string() })),
  port: z.optional(z.union([z.int(), z.object({ from: z.int() })])),
});
const usual = { id: 1, label: 'Tidy up', count: 2 };

/** A job with these fields as read, and the dotted names of unreadable ones. */
function readJob(fields: object): { readonly job: unknown; readonly odd: readonly string[] } {
  const found = readLeniently(job, { ...usual, ...fields });
  assert.ok(found);
  return {
    job: Object.fromEntries(Object.entries(found)),
    odd: oddFieldsOf(found).map(({ path }) => path.join('.')),
  };
}

/** One of its fields as read; undefined if unreadable. */
function readField(name: keyof z.output<typeof job>, value: unknown): unknown {
  const found = readLeniently(job, { ...usual, [name]: value });
  assert.ok(found);
  assert.deepEqual(
    oddFieldsOf(found).map(({ path }) => path[0]),
    found[name] === undefined ? [name] : [],
  );
  return found[name];
}

describe('An answer that deviates from its schema', () => {
  it('is read with numbers and texts in place of each other', () => {
    assert.equal(readField('label', 5), '5');
    for (const [given, read] of [
      ['5', 5],
      [' -5.25 ', -5.25],
      [true, 1],
      [false, 0],
      ['5 GB', undefined],
      ['', undefined],
      [{}, undefined],
    ] as const) {
      assert.equal(readField('count', given), read, JSON.stringify(given));
    }
    assert.equal(readField('label', true), undefined);
    assert.equal(readField('label', ['x']), undefined);
  });

  it('is read with 0 and 1, in any form, for booleans', () => {
    for (const given of [1, '1', 'true', true]) assert.equal(readField('isOn', given), true);
    for (const given of [0, '0', 'false', false]) assert.equal(readField('isOn', given), false);
    for (const given of [2, 'yes', {}]) assert.equal(readField('isOn', given), undefined);
  });

  it('may have a map with numeric keys in place of a list, read completely or not at all', () => {
    assert.deepEqual(readField('tags', { 0: 'a', 2: 'b' }), ['a', 'b']);
    assert.deepEqual(readField('tags', ['a', 5]), ['a', '5']);
    assert.equal(readField('tags', { first: 'a' }), undefined);
    assert.equal(readField('tags', ['a', null]), undefined);
    assert.equal(readField('tags', ['a', ['b']]), undefined);
    assert.equal(readField('tags', 'a'), undefined);
    const lists = z.array(z.object({ id: z.int(), name: z.string() }));
    assert.deepEqual(readLeniently(lists, [{ id: '3', name: 'x' }]), [{ id: 3, name: 'x' }]);
    assert.equal(readLeniently(lists, [{ id: 3, name: [] }]), undefined);
    assert.equal(readLeniently(lists, [{ name: 'x' }]), undefined);
  });

  it('is read with an empty list for an empty map or object', () => {
    assert.deepEqual(readField('limits', []), {});
    assert.deepEqual(readField('owner', []), {});
    assert.equal(readField('limits', ['a']), undefined);
    assert.equal(readField('owner', ['a']), undefined);
    assert.equal(readField('limits', 'a'), undefined);
    assert.equal(readField('owner', ''), undefined);
  });

  it('is read without unreadable values, also within maps and objects', () => {
    const limits = { cpu: '4', memory: 'much', disk: null };
    const owner = { id: 'x', name: 7, since: 'yesterday' };
    const { job: found, odd } = readJob({ limits, owner });
    assert.deepEqual(found, {
      ...usual,
      limits: { cpu: 4, disk: null },
      owner: { name: '7', since: 'yesterday' },
    });
    assert.deepEqual(odd, ['limits.memory', 'owner.id']);
    assert.deepEqual(readJob({ label: null }).odd, []);
    const inherited = readLeniently(z.object({ id: z.int(), constructor: z.string() }), { id: 1 });
    assert.ok(inherited);
    assert.deepEqual(oddFieldsOf(inherited), []);
  });

  it('is read in the first of several shapes that fits, unchanged if one does', () => {
    assert.equal(readField('port', 80), 80);
    assert.equal(readField('port', '80'), 80);
    assert.deepEqual(readField('port', { from: 80 }), { from: 80 });
    assert.deepEqual(readField('port', { from: '80' }), { from: 80 });
    assert.equal(readField('port', { from: 'x' }), undefined);
    assert.equal(readField('port', 'x'), undefined);
    const text = z.object({ id: z.int(), port: z.union([z.int(), z.string()]) });
    assert.deepEqual(readLeniently(text, { id: '1', port: '80' }), { id: 1, port: '80' });
  });

  it("isn't the resource without its id, without any field, or in another shape", () => {
    for (const other of [null, undefined, {}, [], 'x', { label: 'x' }, { ...usual, id: 'x' }]) {
      assert.equal(readLeniently(job, other), undefined, JSON.stringify(other));
    }
    assert.deepEqual(readLeniently(z.object({ message: z.string() }), {}), {});
    const optional = z.object({ id: z.optional(z.int()), label: z.string() });
    assert.deepEqual(readLeniently(optional, { label: 'x' }), { label: 'x' });
  });
});

describe('The unreadable fields of an answer', () => {
  const odd = readLeniently(job, { ...usual, count: 'many' });
  const whole = readLeniently(job, usual);

  it('are kept by copies, until an answer with an id replaces them', () => {
    assert.ok(odd && whole);
    assert.deepEqual(oddFieldsOf({ ...odd }), [{ path: ['count'], value: 'many' }]);
    assert.equal(oddFieldsOf(mergeAnswer(odd, { label: 'x' } as typeof odd)).length, 1);
    assert.deepEqual(oddFieldsOf(mergeAnswer(odd, whole)), []);
    assert.equal(oddFieldsOf(mergeAnswer(whole, odd)).length, 1);
    assert.equal(oddFieldsOf(mergeAnswer(odd, odd)).length, 1);
  });

  it('have the paths of their members', () => {
    assert.ok(odd && whole);
    const names = (answer: object): readonly string[] =>
      oddFieldsOf(answer).map(({ path }) => path.join('.'));
    assert.deepEqual(names(withMembers(whole, { inner: odd })), ['inner.count']);
    assert.deepEqual(names(withMembers(odd, { inner: odd })), ['count', 'inner.count']);
    const plain = withMembers(whole, { inner: whole });
    assert.deepEqual(names(plain), []);
    assert.deepEqual(Object.getOwnPropertySymbols(plain), []);
  });
});
