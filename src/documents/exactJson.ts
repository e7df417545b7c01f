import { getNodeValue, type Node } from 'jsonc-parser';
import type { DocumentProblem } from './documentError';
import type { Path } from '../base/patch';
import type { JsonValue } from '../base/json';

/** A node's value with all its members, including `__proto__`. */
export function toValue(node: Node): JsonValue {
  const { type, children = [] } = node;
  if (type === 'array') return children.map(toValue);
  if (type !== 'object') return getNodeValue(node) as JsonValue;
  return Object.fromEntries(
    children.flatMap(({ children: [key, value] = [] }) =>
      key && value ? [[String(key.value), toValue(value)]] : [],
    ),
  );
}

/** Where parsing would change the value: duplicate members, and numbers that get rounded. */
export function findInexact(node: Node, text: string, path: Path = []): DocumentProblem[] {
  const { type, offset, length, children = [] } = node;
  if (type === 'number') {
    const isSame = isExact(text.slice(offset, offset + length));
    return isSame ? [] : [{ reason: 'number', path, offset, length }];
  }
  if (type === 'array') {
    return children.flatMap((item, index) => findInexact(item, text, [...path, String(index)]));
  }
  const seen = new Set<string>();
  return children.flatMap(({ children: [key, value] = [] }) => {
    if (!key) return [];
    const name = String(key.value);
    const inner = [...path, name];
    const isDuplicate = seen.has(name);
    seen.add(name);
    return [
      ...(isDuplicate ? [toDuplicate(key, inner)] : []),
      ...(value ? findInexact(value, text, inner) : []),
    ];
  });
}

function toDuplicate({ offset, length }: Node, path: Path): DocumentProblem {
  return { reason: 'duplicate', path, offset, length };
}

function isExact(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && toDecimal(literal) === toDecimal(String(value));
}

/** The canonical form of a decimal number, however it was written. */
function toDecimal(literal: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(literal);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
}
