import { isObject, type JsonValue } from '../../base/json';

/** Members that differ between any two resources, even equal ones. */
const identifying = new Set(['id', 'created_at', 'updated_at']);

/**
 * A resource without its identifying members, and with its lists sorted by name, so that a
 * comparison with another one only shows real differences.
 */
export function toComparable(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value
      .map((item) => toComparable(item))
      .toSorted((one, other) => compareItems(one, other));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !identifying.has(name));
  // The service wraps its lists in objects of one member.
  const [[name, only] = []] = members;
  if (members.length === 1 && name === 'data' && Array.isArray(only)) return toComparable(only);
  return Object.fromEntries(members.map(([each, member]) => [each, toComparable(member)]));
}

function compareItems(one: JsonValue, other: JsonValue): number {
  const [first = '', second = ''] = [one, other].map((each) =>
    JSON.stringify(isObject(each) ? (each['name'] ?? null) : each),
  );
  return first < second ? -1 : 1;
}
