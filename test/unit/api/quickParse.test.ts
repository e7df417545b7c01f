import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { answered, openEnum } from '../../../src/api/contract/fields';
import { isObject, omit } from '../../../src/base/json';
import { parseQuickly } from '../../../src/api/quickParse';
import { allEndpoints } from '../../support/contract';
import { fromSchema } from '../../support/fromSchema';

const job = answered({
  id: z.int(),
  name: z.string(),
  isOn: z.boolean(),
  user: z.nullable(z.string()),
  note: z.nullish(z.string()),
  owner: z.optional(answered({ id: z.int(), name: z.string() })),
  tags: z.array(z.string()),
  more: z.unknown(),
});

const tidy = {
  id: 1,
  name: 'Tidy up',
  isOn: true,
  user: null,
  note: 'Nightly',
  owner: { id: 2, name: 'ada', role: 'admin' },
  tags: ['a', 'b'],
  more: { deep: [1] },
  extra: 'kept',
  toString: 'kept as well',
};

describe('parseQuickly', () => {
  it('returns what every schema of the contract returns, in the same order', async () => {
    const answers = new Set((await allEndpoints()).map(({ answer }) => answer));
    assert.ok(answers.size > 20);
    for (const schema of answers) {
      const given = fromSchema(schema).chain((value) => disturbed(value));
      fc.assert(
        fc.property(given, (value) => {
          assertSame(schema, JSON.stringify(value));
        }),
        { numRuns: 20 },
      );
    }
  });

  it('neither copies a value in the order of its schema, nor uses the schema', () => {
    const schema = z.array(job);
    schema.safeParse = () => assert.fail('The schema was used.');
    const other = omit({ ...tidy, user: 'ada' }, ['note', 'owner']);
    const list = JSON.parse(JSON.stringify([tidy, other])) as unknown;
    assert.equal(parseQuickly(schema, list).data, list);
  });

  it('puts the members that the schema knows first', () => {
    const { id, extra, toString, ...others } = tidy;
    const moved = { extra, toString, ...others, owner: { role: 'admin', name: 'ada', id: 2 }, id };
    const { data } = assertSame(job, JSON.stringify(moved));
    assert.equal(JSON.stringify(data), JSON.stringify(tidy));
    assertSame(z.array(job), JSON.stringify([tidy, moved]));
  });

  it('drops a member that would become the prototype', () => {
    const hostile = '"__proto__":{"polluted":true}';
    const inOrder = JSON.stringify(tidy).replace(/\}$/, `,${hostile}}`);
    const below = JSON.stringify(tidy).replace('"role"', `${hostile},"role"`);
    for (const text of [inOrder, below, inOrder.replace('"id":1,', '"other":2,"id":1,')]) {
      const { data } = assertSame(job, text);
      assert.ok(!Object.hasOwn(data ?? {}, '__proto__'));
      assert.ok(!Reflect.has(data ?? {}, 'polluted'));
      assert.ok(!JSON.stringify(data).includes('polluted'));
    }
  });

  it('rejects what the schema rejects, with its messages', () => {
    const wrong = { id: 1.5, name: 1, isOn: 0, note: 2, user: 3, owner: { id: 2 }, tags: ['a', 1] };
    for (const [name, value] of Object.entries({ ...wrong, more: undefined })) {
      const { success } = assertSame(job, JSON.stringify({ ...tidy, [name]: value }));
      assert.equal(success, false, name);
    }
    for (const text of ['null', '[]', '1', '"a"']) assertSame(job, text);
    const error = () => 'Wrong.';
    const [issue] = parseQuickly(job, { ...tidy, id: 'a' }, { error }).error?.issues ?? [];
    assert.equal(issue?.message, 'Wrong.');
  });

  it('leaves schemas of other types to themselves', () => {
    const schemas: z.ZodMiniType[] = [
      z.email(),
      z.int32(),
      z.number(),
      openEnum('a'),
      z.string().check(z.minLength(3)),
      z.array(z.string()).check(z.maxLength(1)),
      z.union([z.int(), z.boolean()]),
      z.record(z.string(), z.int()),
      z.object({ a: z.string() }),
      z.strictObject({ a: z.string() }),
      z._default(z.string(), 'usual'),
      z.optional(z._default(z.string(), 'usual')),
      z.any(),
      z.pipe(
        z.string(),
        z.transform((text) => text.length),
      ),
    ];
    const values = ['a', 'abc', 'a@b.example', 1, 3e9, 1.5, true, null, {}, { a: 'b' }];
    const others = [{ a: 'b', c: 1 }, { a: 1 }, [], ['a'], ['a', 'b']];
    const texts = [...values, ...others].map((value) => JSON.stringify(value));
    for (const schema of schemas) {
      for (const text of texts) {
        assertSame(schema, text);
        assertSame(answered({ first: z.string(), field: schema }), `{"field":${text},"first":"x"}`);
        assertSame(z.array(schema), `[${text}]`);
      }
      assertSame(answered({ field: schema }), '{}');
    }
  });
});

/** The value, or with its members in another order, or with some missing or one of another type. */
function disturbed(value: unknown): fc.Arbitrary<unknown> {
  if (!isObject(value)) return fc.constant(value);
  const members = Object.entries(value);
  const odd = fc.tuple(fc.constantFrom('', ...Object.keys(value)), fc.jsonValue({ maxDepth: 1 }));
  const others = fc.oneof(
    fc.shuffledSubarray(members, { minLength: members.length }),
    fc.shuffledSubarray(members),
    odd.map((member) => [...members, member]),
  );
  return fc.oneof(fc.constant(value), others.map(Object.fromEntries));
}

/** Checks that a text is read as by the schema alone. */
function assertSame<S extends z.ZodMiniType>(
  schema: S,
  text: string,
): ReturnType<typeof parseQuickly<S>> {
  const ours = parseQuickly(schema, JSON.parse(text));
  const theirs = schema.safeParse(JSON.parse(text));
  assert.equal(ours.success, theirs.success, text);
  assert.deepEqual(ours.data, theirs.data);
  assert.equal(JSON.stringify(ours.data), JSON.stringify(theirs.data));
  assert.deepEqual(ours.error?.issues, theirs.error?.issues);
  return ours;
}
