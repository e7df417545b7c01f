import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { allEndpoints } from '../../support/contract';
import { fromSchema } from '../../support/fromSchema';

describe('The schemas of the contract', () => {
  const answers: [name: string, schema: z.ZodMiniType][] = [];
  const bodies: [name: string, schema: z.ZodMiniType][] = [];

  before(async () => {
    for (const { id, answer, body } of await allEndpoints()) {
      answers.push([id, answer]);
      if (body) bodies.push([id, body]);
    }
  });

  it('accept every answer of their shape, and keep unknown fields', () => {
    assert.ok(answers.length > 60);
    for (const [name, schema] of answers) assertKeeps(name, schema);
  });

  it('accept every body of their shape, and send unknown fields', () => {
    assert.ok(bodies.length > 20);
    for (const [name, schema] of bodies) assertKeeps(name, schema);
  });

  it("don't let an answer change what objects inherit", () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"id":1}') as unknown;
    for (const [name, schema] of answers) {
      const { data } = schema.safeParse(hostile);
      assert.ok(!Reflect.has(Object(data) as object, 'polluted'), name);
    }
  });

  it('reject answers of another shape', () => {
    for (const [name, schema] of answers) {
      for (const wrong of [null, 1, true]) {
        assert.equal(schema.safeParse(wrong).success, false, name);
      }
    }
  });
});

function assertKeeps(name: string, schema: z.ZodMiniType): void {
  fc.assert(
    fc.property(fromSchema(schema), (value) => {
      assert.deepEqual(schema.parse(value), value, name);
    }),
    { numRuns: 20 },
  );
}
