import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  apply,
  changedMembers,
  diff,
  isEqual,
  memberAt,
  merge,
  type JsonObject,
} from '../../../src/base/json';

const json = fc.letrec<{ value: unknown; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 0, 1, -0.5, '', 'text'),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(
    fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', ''),
    tie('value'),
    { maxKeys: 4, noNullPrototype: true },
  ) as fc.Arbitrary<JsonObject>,
}));
const object = json.object;

describe('The difference of two documents', () => {
  it('turns the first into the second', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        assert.ok(isEqual(apply(before, diff(before, after)), after));
      }),
    );
  });

  it('is empty between equal documents', () => {
    fc.assert(
      fc.property(object, (same) => {
        assert.deepEqual(diff(same, structuredClone(same)), []);
      }),
    );
  });

  it('names the smallest members that changed', () => {
    const before = { name: 'a', nested: { on: true, level: 1 }, list: [1, 2] };
    const after = { name: 'a', nested: { on: false, level: 1 }, list: [1, 3] };
    assert.deepEqual(changedMembers(diff(before, after)), { nested: { on: false }, list: [1, 3] });
  });

  it('contains no inherited members', () => {
    const after = JSON.parse('{"__proto__": {}}') as JsonObject;
    assert.deepEqual(diff({}, after), [{ path: ['__proto__'], before: undefined, after: {} }]);
    assert.equal(JSON.stringify(apply({}, diff({}, after))), '{"__proto__":{}}');
    assert.equal(memberAt({}, ['constructor']), undefined);
  });

  it('distinguishes a removed member from a null one', () => {
    assert.deepEqual(diff({ a: 1 }, {}), [{ path: ['a'], before: 1, after: undefined }]);
    assert.deepEqual(diff({ a: 1 }, { a: null }), [{ path: ['a'], before: 1, after: null }]);
  });
});

describe('A merge of two sides', () => {
  it('takes theirs if I changed nothing, and mine if they changed nothing', () => {
    fc.assert(
      fc.property(object, object, (base, other) => {
        assert.deepEqual(merge(base, base, other).conflicts, []);
        assert.ok(isEqual(merge(base, base, other).merged, other));
        assert.deepEqual(merge(base, other, base).conflicts, []);
        assert.ok(isEqual(merge(base, other, base).merged, other));
      }),
    );
  });

  it('has no conflicts if both made the same change', () => {
    fc.assert(
      fc.property(object, object, (base, both) => {
        const { merged, conflicts } = merge(base, both, structuredClone(both));
        assert.deepEqual(conflicts, []);
        assert.ok(isEqual(merged, both));
      }),
    );
  });

  it('keeps every change of mine, and theirs wherever I changed nothing', () => {
    fc.assert(
      fc.property(object, object, object, (base, mine, theirs) => {
        const { merged, conflicts } = merge(base, mine, theirs);
        const mineIn = diff(base, mine).every(({ path, after }) =>
          isEqual(at(merged, path), after),
        );
        assert.ok(mineIn);
        if (conflicts.length > 0) return;
        const theirsIn = diff(base, theirs).every(({ path, after }) =>
          isEqual(at(merged, path), after),
        );
        assert.ok(theirsIn);
      }),
    );
  });

  it('is in conflict if one side changed a member of a value that the other replaced', () => {
    const base = { group: { on: true, level: 1 } };
    const { conflicts } = merge(base, { group: { on: false, level: 1 } }, { group: null });
    assert.deepEqual(conflicts, [['group', 'on']]);
  });
});

function at(value: unknown, path: readonly string[]): never {
  let found = value;
  for (const name of path) {
    found = Object.hasOwn(Object(found) as object, name)
      ? (found as Record<string, unknown>)[name]
      : undefined;
  }
  return found as never;
}
