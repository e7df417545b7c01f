import * as fc from 'fast-check';
import { isArrayShape } from '../contract/literal/checkShape';
import type { FieldType, ObjectShape, Shape } from '../contract/literal/shape';

/** A change of one field of an answer, like those of services of this family. */
export interface Oddity {
  readonly path: readonly string[];
  /** The answered value; absent if undefined. */
  readonly answered: unknown;
  /** Its meaning; `odd` if it has none. */
  readonly meant: unknown;
}

/** Stands for values that can't be understood. */
export const odd = Symbol('odd');

/** Contained in every value that can't be understood. */
export const marker = 'no-such-thing';

/** Oddities in any field of an answer except its id. */
export function oddities(shape: ObjectShape): fc.Arbitrary<Oddity> {
  return fc.oneof(...placesOf(shape).map(({ path, type }) => fc.oneof(...oddAt(path, type))));
}

interface Place {
  readonly path: readonly string[];
  readonly type: FieldType | 'members' | 'list';
}

function placesOf(shape: Shape, path: readonly string[] = []): Place[] {
  if (typeof shape === 'string') return [{ path, type: shape }];
  if (isArrayShape(shape)) {
    // An item itself isn't a field.
    const items = placesOf(shape[0], [...path, '0']).filter(
      (place) => place.path.length > path.length + 1,
    );
    return [{ path, type: 'list' }, ...items];
  }
  const below = Object.entries(shape).flatMap(([name, field]) =>
    name === 'id' && path.length === 0 ? [] : placesOf(field, [...path, name]),
  );
  return path.length === 0 ? below : [{ path, type: 'members' }, ...below];
}

function oddAt(path: readonly string[], type: Place['type']): fc.Arbitrary<Oddity>[] {
  const be = (answered: unknown, meant: unknown): fc.Arbitrary<Oddity> =>
    fc.constant({ path, answered, meant });
  const either = [be(null, null), be(undefined, undefined)];
  switch (type) {
    case 'string':
    case 'string or null':
    case 'timestamp':
    case 'ISO timestamp':
      return [
        ...either,
        fc.integer().map((count) => ({ path, answered: count, meant: String(count) })),
        be({ [marker]: 1 }, odd),
        be([marker], odd),
      ];
    case 'integer':
    case 'integer or null':
    case 'number':
      return [
        ...either,
        fc.integer().map((count) => ({ path, answered: String(count), meant: count })),
        be(marker, odd),
        be({ [marker]: 1 }, odd),
      ];
    case 'boolean':
    case 'boolean or null':
      return [
        ...either,
        be(1, true),
        be(0, false),
        be('1', true),
        be('0', false),
        be(marker, odd),
        be([marker], odd),
      ];
    case 'array':
      return [...either, be({ 0: 'a', 1: 'b' }, ['a', 'b']), be({}, []), be(marker, odd)];
    case 'list':
      return [...either, be({}, []), be(marker, odd), be([marker], odd)];
    case 'members':
      return [...either, be([], {}), be(marker, odd), be([marker], odd)];
    case 'object':
    case 'anything':
      return either;
  }
}

/** A value with another one at a path. */
export function put(value: unknown, [name, ...rest]: readonly string[], put_: unknown): unknown {
  if (name === undefined) return put_;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === name ? put(item, rest, put_) : item));
  }
  const { [name]: member, ...others } = value as Record<string, unknown>;
  const after = put(member, rest, put_);
  return after === undefined ? others : { ...others, [name]: after };
}
