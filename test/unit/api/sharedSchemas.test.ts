import assert from 'node:assert/strict';
import * as zod from 'zod/mini';
import * as z from '../../../src/api/schemas';

/** What a schema says, without its identity. */
function saying(schema: zod.ZodMiniType): unknown {
  return zod.toJSONSchema(schema);
}

describe('Schemas that say the same', () => {
  it("say the same as zod's", () => {
    const pairs: readonly (readonly [zod.ZodMiniType, zod.ZodMiniType])[] = [
      [z.string(), zod.string()],
      [z.boolean(), zod.boolean()],
      [z.int(), zod.int()],
      [z.unknown(), zod.unknown()],
      [z.nullable(z.string()), zod.nullable(zod.string())],
      [
        z.looseObject({ a: z.optional(z.int()), b: z.nullish(z.boolean()) }),
        zod.looseObject({ a: zod.optional(zod.int()), b: zod.nullish(zod.boolean()) }),
      ],
      [
        z.partial(z.looseObject({ a: z.int(), b: z.nullable(z.string()) })),
        zod.partial(zod.looseObject({ a: zod.int(), b: zod.nullable(zod.string()) })),
      ],
    ];
    for (const [ours, theirs] of pairs) assert.deepEqual(saying(ours), saying(theirs));
  });

  it('are built once for all fields of which they say the same', () => {
    const list = z.array(z.string());
    for (const make of [
      () => z.string(),
      () => z.boolean(),
      () => z.int(),
      () => z.unknown(),
      () => z.optional(list),
      () => z.nullable(list),
      () => z.nullish(list),
      () => z.partial(z.looseObject({ list })).shape.list,
    ]) {
      assert.equal(make(), make());
    }
  });

  it('keep what differs apart', () => {
    const [list, other] = [z.array(z.string()), z.array(z.string())];
    const all: ReadonlySet<zod.ZodMiniType> = new Set([
      z.optional(list),
      z.optional(other),
      z.nullable(list),
      z.nullable(other),
      z.nullish(list),
    ]);
    assert.equal(all.size, 5);
  });

  it('accept an object of which every field is missing, and keep unknown fields', () => {
    const schema = z.partial(z.looseObject({ a: z.int() }));
    assert.deepEqual(schema.parse({ other: 1 }), { other: 1 });
    assert.equal(schema.safeParse({ a: 'x' }).success, false);
  });
});
