import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CallExpression, Expression, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBlock,
  isCallExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteralLikeNode,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { type Import, importsOf } from './imports';
import { withSyntax } from './languages/program';

/** What asserts by its name: `waitFor` of what a window shows fails if it never does, and a story checks itself. */
const assertions: readonly string[] = ['assert', 'until', 'waitFor', 'performStory'];

/** The titles of tests in files, as written in the source. */
export interface Titles {
  /** Those that run and assert anything, by file. */
  readonly proofs: ReadonlyMap<string, ReadonlySet<string>>;
  /** All others. */
  readonly hollow: readonly string[];
}

/** Reads the titles of the tests in the files, with the compiler's parser. */
export function titlesIn(files: readonly string[]): Titles {
  const read = importsBelow(files);
  return withSyntax([...read.keys()], (sources) => {
    const tests = new Tests(sources, read);
    const found = files.map((file) => [file, tests.of(path.normalize(file))] as const);
    const titles = (all: readonly Test[], isProof: boolean): string[] =>
      all.filter((each) => each.isProof === isProof).map(({ title }) => title);
    return {
      proofs: new Map(found.map(([file, all]) => [file, new Set(titles(all, true))])),
      hollow: found.flatMap(([file, all]) =>
        titles(all, false).map((title) => `${file}: ${title}`),
      ),
    };
  });
}

/** The files and what they import from the tests, with the imports of each. */
function importsBelow(files: readonly string[]): ReadonlyMap<string, readonly Import[]> {
  const found = new Map<string, readonly Import[]>();
  for (let next = files.map((file) => path.normalize(file)); next.length > 0;) {
    for (const file of next) found.set(file, []);
    const imports = importsOf(next).filter(({ to }) => isInTests(to));
    for (const each of imports) found.set(each.from, [...(found.get(each.from) ?? []), each]);
    next = [...new Set(imports.map(({ to }) => to))].filter((to) => !found.has(to));
  }
  return found;
}

function isInTests(file: string): boolean {
  return file.endsWith('.ts') && !file.startsWith(`src${path.sep}`) && existsSync(file);
}

interface Test {
  readonly title: string;
  /** Whether it runs and asserts anything. */
  readonly isProof: boolean;
}

/** Knows what asserts anything by the names of functions: types would take too long. */
class Tests {
  readonly #sources: ReadonlyMap<string, SourceFile>;
  readonly #imports: ReadonlyMap<string, readonly Import[]>;
  readonly #functions = new Map<string, ReadonlyMap<string, readonly Node[]>>();
  readonly #known = new Map<string, boolean>();

  constructor(
    sources: ReadonlyMap<string, SourceFile>,
    imports: ReadonlyMap<string, readonly Import[]>,
  ) {
    this.#sources = sources;
    this.#imports = imports;
  }

  /** The tests in a file, in their order. */
  of(file: string): readonly Test[] {
    const source = this.#sources.get(file);
    const tests: Test[] = [];
    const look = (node: Node, isSkipped: boolean): void => {
      const skips = isSkipped || isSkipping(node);
      const [title, ...rest] = isTest(node) ? node.arguments : [];
      if (title) {
        const isProof = !skips && rest.some((each) => this.#asserts(each, file));
        tests.push({ title: titleOf(title, source), isProof });
      } else {
        node.forEachChild((child) => look(child, skips));
      }
    };
    if (source) look(source, false);
    return tests;
  }

  /** Whether running this asserts anything; functions that it defines count where they are used. */
  #asserts(node: Node, file: string): boolean {
    if (isDefinition(node)) return false;
    const name = nameText(node);
    if (name !== undefined) return assertions.includes(name) || this.#helperAsserts(name, file);
    if (isPropertyAccessExpression(node)) {
      const method = nameText(node.name) ?? '';
      return this.#asserts(node.expression, file) || this.#methodAsserts(method, file);
    }
    if (isVerdict(node)) return true;
    const run = isBlock(node) ? untilItEnds(node.statements) : childrenOf(node);
    return run.some((child) => this.#asserts(child, file));
  }

  /** Whether the functions of this name assert anything, in the file or where it imports the name from. */
  #helperAsserts(name: string, file: string): boolean {
    const key = `${file} ${name}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      // A function that calls itself asserts if it does so elsewhere.
      this.#known.set(key, false);
      const own = this.#functionsIn(file).get(name);
      const from = this.#importsOf(file).find(({ names }) => names.includes(name));
      known = own
        ? own.every((each) => childrenOf(each).some((child) => this.#asserts(child, file)))
        : from !== undefined && this.#helperAsserts(name, from.to);
      this.#known.set(key, known);
    }
    return known;
  }

  /** Whether the methods of this name assert anything: those of the file, or else of the nearest that it imports. */
  #methodAsserts(name: string, file: string): boolean {
    if (assertions.includes(name)) return true;
    const seen = new Set<string>();
    for (let near = [file]; near.length > 0;) {
      const holders = near.filter((each) => this.#functionsIn(each).has(name));
      if (holders.length > 0) return holders.every((each) => this.#helperAsserts(name, each));
      for (const each of near) seen.add(each);
      const imported = near.flatMap((each) => this.#importsOf(each).map(({ to }) => to));
      near = [...new Set(imported)].filter((each) => !seen.has(each));
    }
    return false;
  }

  #importsOf(file: string): readonly Import[] {
    return this.#imports.get(file) ?? [];
  }

  #functionsIn(file: string): ReadonlyMap<string, readonly Node[]> {
    const known = this.#functions.get(file) ?? namedFunctions(this.#sources.get(file));
    this.#functions.set(file, known);
    return known;
  }
}

/** Whether a property returns whether it holds, as in `fc.property(input, (each) => isFine(each))`. */
function isVerdict(node: Node): boolean {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false;
  const predicate = node.arguments.at(-1);
  const isProperty = ['property', 'asyncProperty'].includes(node.expression.name.text);
  return (
    isProperty && predicate !== undefined && isArrowFunction(predicate) && !isBlock(predicate.body)
  );
}

/** The statements up to the one after which nothing else runs. */
function untilItEnds(statements: readonly Node[]): readonly Node[] {
  const end = statements.findIndex(
    (each) =>
      isReturnStatement(each) || (isExpressionStatement(each) && isSkipping(each.expression)),
  );
  return end < 0 ? statements : statements.slice(0, end + 1);
}

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}

/** The functions in a file that have a name, methods included. */
function namedFunctions(source: SourceFile | undefined): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>();
  const look = (node: Node): void => {
    const name = nameOfDefinition(node);
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), node]);
    node.forEachChild(look);
  };
  if (source) look(source);
  return found;
}

function isDefinition(node: Node): boolean {
  return nameOfDefinition(node) !== undefined;
}

function nameOfDefinition(node: Node): string | undefined {
  if (isFunctionDeclaration(node) || isMethodDeclaration(node)) return nameText(node.name);
  const isVariable = isVariableDeclaration(node) || isPropertyAssignment(node);
  return isVariable && node.initializer && isFunction(node.initializer)
    ? nameText(node.name)
    : undefined;
}

function nameText(name: Node | undefined): string | undefined {
  return name && (isIdentifier(name) || isPrivateIdentifier(name)) ? name.text : undefined;
}

function isFunction(node: Node): boolean {
  return isArrowFunction(node) || isFunctionExpression(node);
}

/** Whether a call defines a test. */
function isTest(node: Node): node is CallExpression {
  return isCallExpression(node) && ['it', 'law'].includes(called(node.expression));
}

/** Whether a call skips the tests that it defines. */
function isSkipping(node: Node): boolean {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false;
  return node.expression.name.text === 'skip';
}

/** What is called: `it` for `it(…)` and `it.skip(…)`. */
function called(expression: Expression): string {
  if (isPropertyAccessExpression(expression)) return called(expression.expression);
  return isIdentifier(expression) ? expression.text : '';
}

function titleOf(title: Expression, source: SourceFile | undefined): string {
  if (isStringLiteralLikeNode(title)) return title.text;
  const text = title.getText(source);
  return isTemplateExpression(title) ? text.slice(1, -1) : text;
}
