import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isAwaitExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isTypeNode,
} from 'typescript/unstable/ast/is';

/** A change to the code that a test should notice. */
export interface Mutant {
  readonly id: number;
  /** The changed code's place, as offsets into the file. */
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** Whether the code is a statement: it's then left out. */
  readonly isStatement: boolean;
}

type Change = Pick<Mutant, 'start' | 'end' | 'after' | 'isStatement'>;

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
};

const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Calls that can be left out, so that their object is used unchanged. */
const omitted: ReadonlySet<string> = new Set([
  'filter',
  'toSorted',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
]);

/** All mutants of a file; their ids start at `firstId`. */
export function findMutants(file: Node, text: string, firstId: number): readonly Mutant[] {
  const changes: Change[] = [];
  const visit = (node: Node): void => {
    if (isTypeNode(node) || node.kind === SyntaxKind.ImportDeclaration) return;
    changes.push(...changesOf(node, text));
    node.forEachChild(visit);
  };
  visit(file);
  return changes.map((change, index) => ({
    ...change,
    id: firstId + index,
    line: text.slice(0, change.start).split('\n').length,
    before: text.slice(change.start, change.end),
  }));
}

function changesOf(node: Node, text: string): readonly Change[] {
  const start = startOf(node, text);
  const source = (each: Node): string => text.slice(startOf(each, text), each.end);
  const to = (...after: readonly string[]): Change[] =>
    after.map((each) => ({ start, end: node.end, after: each, isStatement: false }));
  const always = (condition: Node): Change[] =>
    ['true', 'false'].map((after) => ({
      start: startOf(condition, text),
      end: condition.end,
      after,
      isStatement: false,
    }));

  if (node.kind === SyntaxKind.TrueKeyword) return to('false');
  if (node.kind === SyntaxKind.FalseKeyword) return to('true');
  if (isIfStatement(node)) return always(node.expression);
  if (isConditionalExpression(node)) return always(node.condition);
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    return to(source(node.operand));
  }
  if (isBinaryExpression(node)) {
    const others = operators[source(node.operatorToken)] ?? [];
    const [left, right] = [source(node.left), source(node.right)];
    return to(...others.map((operator) => `(${left}) ${operator} (${right})`));
  }
  if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    const method = source(name);
    const other = methods.get(method);
    if (omitted.has(method)) return to(source(expression));
    if (other === undefined) return [];
    return to(`${text.slice(start, startOf(name, text))}${other}${text.slice(name.end, node.end)}`);
  }
  if (isExpressionStatement(node)) {
    const { expression } = node;
    const called = isAwaitExpression(expression) ? expression.expression : expression;
    return isCallExpression(called) ? [{ start, end: node.end, after: '', isStatement: true }] : [];
  }
  return [];
}

/** Where a node's code starts: the node itself starts with the comments before it. */
function startOf(node: Node, text: string): number {
  const skipped = /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/.exec(text.slice(node.pos, node.end));
  return node.pos + (skipped?.[0].length ?? 0);
}
