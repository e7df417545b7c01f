import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  getLocation,
  parse,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { DocumentError, type DocumentProblem } from './writing/outcome';
import { hasFormMask, maskMembers, toMasked } from './maskCredentials';
import { oddFieldsOf } from '../api/lenient';
import {
  apply,
  type Change,
  diff,
  memberAt,
  type Path,
  isObject,
  type JsonObject,
  type JsonValue,
} from '../base/json';
import type { Resource } from '../resources/kinds/kind';
import type { ResourceKind } from '../resources/kinds/kinds';

/** A resource in its document's form, with credentials masked. */
export function toContent(kind: ResourceKind, resource: Resource): JsonObject {
  const shaped = kind.document?.toContent?.(resource) ?? (resource as JsonObject);
  // Fields that couldn't be read are shown as received.
  const odd = oddFieldsOf(resource).map(({ path, value }) => {
    return { path, before: undefined, after: value as JsonValue };
  });
  return toMasked(maskMembers(apply(shaped, odd)));
}

/** True if the kind's documents leave a member with that value out of this content, so that it may be removed. */
export function isUnused(
  { document }: ResourceKind,
  path: Path,
  content: JsonObject,
  value: JsonValue | undefined,
): boolean {
  // Any other form isn't that of a resource.
  if (!document?.toContent || document.toResource) return false;
  const filled = apply(content, [{ path, before: undefined, after: value }]);
  return memberAt(document.toContent(filled), path) === undefined;
}

export function toText(content: JsonValue): string {
  const text = JSON.stringify(content, undefined, 2);
  // VS Code would open a dialog first, asking whether to remove them.
  return `${text.replaceAll('\u{2028}', String.raw`\u2028`).replaceAll('\u{2029}', String.raw`\u2029`)}\n`;
}

/**
 * Comments and trailing commas are accepted: they are useful while typing.
 * @throws DocumentError `syntax`, `notAnObject`, `duplicate` or `number`: read exactly or not at all.
 */
export function parseText(text: string): JsonObject {
  const deep = findTooDeep(text);
  if (deep !== undefined) throw syntaxError(text, deep);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) throw syntaxError(text, error.offset);
  if (tree?.type !== 'object') {
    throw new DocumentError([{ reason: 'notAnObject', path: [], offset: 0 }]);
  }
  const problems = findInexact(tree, text);
  if (problems.length > 0) throw new DocumentError(problems);
  return toValue(tree) as JsonObject;
}

function syntaxError(text: string, offset: number): DocumentError {
  const detail = String(text.slice(0, offset).split('\n').length);
  return new DocumentError([{ reason: 'syntax', path: [], offset, detail }]);
}

/** The most levels of a text: far more than any resource has, and few enough for every parser. */
const mostLevels = 100;

/** Brackets of levels, and the strings and comments that may contain such characters. */
const levels = /"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[^]*?\*\/|[[\]{}]/g;

function findTooDeep(text: string): number | undefined {
  let level = 0;
  for (const { 0: found, index } of text.matchAll(levels)) {
    if (found === '{' || found === '[') level += 1;
    if (found === '}' || found === ']') level -= 1;
    if (level > mostLevels) return index;
  }
  return undefined;
}

/** The content of a text, of a document of a kind if it has one; undefined if it isn't valid. */
export function tryParse(
  text: string | undefined,
  kind?: ResourceKind,
  base?: JsonObject,
): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    return kind ? parseDocument(kind, text, base) : parseText(text);
  } catch {
    return undefined;
  }
}

/** @throws DocumentError if the text isn't exact, or characters in it were lost before. */
export function parseNewText(text: string): JsonObject {
  const content = parseText(text);
  const problems = diff({}, content).flatMap((change): DocumentProblem[] =>
    hasFormMask(change.after) ? [{ reason: 'mask', path: change.path }] : findLosses(change, {}),
  );
  if (problems.length > 0) throw new DocumentError(problems);
  return content;
}

/** True if a text contains comments or trailing commas, which a document doesn't keep. */
export function hasExtras(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors.length > 0;
}

function toValue(node: Node): JsonValue {
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
function findInexact(node: Node, text: string, path: Path = []): DocumentProblem[] {
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
    const { offset, length } = key;
    seen.add(name);
    return [
      ...(isDuplicate ? [{ reason: 'duplicate', path: inner, offset, length } as const] : []),
      ...(value ? findInexact(value, text, inner) : []),
    ];
  });
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

/** Stands for bytes that were invalid in the encoding used to read them. */
const replacement = /\u{fffd}/gu;

/**
 * Reasons why a change wouldn't arrive as intended: an integer too large for every reader to keep
 * exactly, or a character lost in decoding. Neither counts if the earlier value already had it.
 */
export function findLosses({ path, before, after }: Change, theirs: JsonObject): DocumentProblem[] {
  if (after === undefined) return [];
  const earlier = [before, memberAt(theirs, path)].filter((value) => value !== undefined);
  const known = new Set(earlier.flatMap(unsafeNumbers));
  const isRounded = unsafeNumbers(after).some((number) => !known.has(number));
  // The name of an existing member comes from the service.
  const names = earlier.length === 0 ? path.join('') : '';
  const kept = Math.max(0, ...earlier.map((value) => countLost(value)));
  const isLost = countLost(after) + countLost(names) > kept;
  return [
    ...(isRounded ? [{ reason: 'number', path } as const] : []),
    ...(isLost ? [{ reason: 'replacement', path } as const] : []),
  ];
}

function unsafeNumbers(value: JsonValue): readonly number[] {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [value] : [];
  }
  if (Array.isArray(value)) return value.flatMap(unsafeNumbers);
  return isObject(value) ? Object.values(value).flatMap(unsafeNumbers) : [];
}

function countLost(value: JsonValue): number {
  return JSON.stringify(value).match(replacement)?.length ?? 0;
}

export function toDocumentText({ document }: ResourceKind, content: JsonObject): string {
  if (!document?.text) return toText(content);
  const value = content[document.text.member];
  return typeof value === 'string' ? value : '';
}

/** `base` has members that the text doesn't show. @throws DocumentError if it isn't exact JSON. */
export function parseDocument(
  { document }: ResourceKind,
  text: string,
  base?: JsonObject,
): JsonObject {
  if (!document?.text) return parseText(text);
  // The editor may use the line breaks of the person's system.
  return { ...base, [document.text.member]: text.replaceAll('\r\n', '\n') };
}

export interface TextPart {
  readonly offset: number;
  readonly length: number;
}

/** With the path of its value. */
export interface PlacedPart extends TextPart {
  readonly path: readonly string[];
}

/** The part of a text that a problem is about: a field, or its closest existing ancestor. */
export function findPart({ path, offset, length = 1 }: DocumentProblem, text: string): TextPart {
  if (offset !== undefined) return { offset, length };
  const tree = parseTree(text, [], { allowTrailingComma: true });
  for (let depth = path.length; tree && depth > 0; depth -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, depth).map(toIndexOrName));
    const place = node?.parent?.type === 'property' ? node.parent : node;
    if (place) return { offset: place.offset, length: place.length };
  }
  return { offset: 0, length: 1 };
}

/** Both counted from 0. */
export function placeIn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}

/** Where a problem begins, both counted from 1, as in reports. */
export function lineOf(problem: DocumentProblem, text: string): { line: number; column: number } {
  const { line, column } = placeIn(text, findPart(problem, text).offset);
  return { line: line + 1, column: column + 1 };
}

function toIndexOrName(name: string): string | number {
  return /^\d+$/.test(name) ? Number(name) : name;
}

/** What a completion replaces: the whole existing value, including quotes. */
export function findCompletedValue(text: string, at: number): PlacedPart | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, at);
  if (isAtPropertyKey) return undefined;
  const { offset, length } = previousNode ?? findWord(text, at);
  // After a value there is nothing to complete.
  if (offset + length < at) return undefined;
  return { path: path.map(String), offset, length };
}

/** The word around a position: not a value yet, but the beginning of one. */
function findWord(text: string, at: number): { readonly offset: number; readonly length: number } {
  const before = /\w*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  const behind = /^\w*/.exec(text.slice(at))?.[0].length ?? 0;
  return { offset: at - before, length: before + behind };
}
