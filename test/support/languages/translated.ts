import {
  type CallExpression,
  type Expression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isCallExpression,
  isConditionalExpression,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isIdentifier,
  isMethodDeclaration,
  isPropertyDeclaration,
  isPropertyAccessExpression,
  isSpreadElement,
  isStringLiteralLikeNode,
} from 'typescript/unstable/ast/is';
import {
  type Checker,
  isStringLiteralType,
  isUnionType,
  type Type,
} from 'typescript/unstable/sync';
import { pathOf, placeOf, type SourceProgram } from './program';

/** A text that the code translates. */
export interface TranslatedText {
  readonly text: string;
  /** Where, as `src/ui/explorer/links.ts:12`. */
  readonly place: string;
  /** The number of values for its placeholders; undefined if they are spread. */
  readonly values: number | undefined;
}

/** A call whose texts are neither literals nor known from its type. */
export interface OpenCall {
  readonly file: string;
  readonly place: string;
  /** The translated expression as written: `kind.names.one`. */
  readonly expression: string;
}

/** Everything that the sources translate. */
export interface Translations {
  readonly texts: readonly TranslatedText[];
  readonly open: readonly OpenCall[];
}

/** Finds every call of `t`, whose type is `Translate`, and its texts. */
export function findTranslations({ checker, files }: SourceProgram): Translations {
  const texts: TranslatedText[] = [];
  const open: OpenCall[] = [];
  const look = (source: SourceFile, node: Node): void => {
    const [first, ...values] = isTranslation(node) ? node.arguments : [];
    if (first) {
      const place = placeOf(source, node);
      const count = values.some(isSpreadElement) ? undefined : values.length;
      const found = textsOf(first, checker);
      if (found) texts.push(...found.map((text) => ({ text, place, values: count })));
      else open.push({ file: pathOf(source), place, expression: first.getText(source) });
    }
    node.forEachChild((child) => look(source, child));
  };
  for (const source of files) look(source, source);
  return { texts, open };
}

/** Finds what is translated while its module loads, before the language is set. */
export function findEager({ files }: SourceProgram): readonly string[] {
  const places: string[] = [];
  for (const source of files) {
    const look = (node: Node): void => {
      if (isTranslation(node)) places.push(placeOf(source, node));
      if (!isDeferred(node)) node.forEachChild(look);
    };
    look(source);
  }
  return places;
}

/** Whether what a node contains runs later: in a function, or once an object is created. */
function isDeferred(node: Node): boolean {
  return (
    isArrowFunction(node) ||
    isFunctionExpression(node) ||
    isFunctionDeclaration(node) ||
    isMethodDeclaration(node) ||
    isGetAccessorDeclaration(node) ||
    isConstructorDeclaration(node) ||
    isPropertyDeclaration(node)
  );
}

/** Whether a node calls `t(…)`, or `context.t(…)`. */
export function isTranslation(node: Node): node is CallExpression {
  if (!isCallExpression(node)) return false;
  const { expression } = node;
  const name = isPropertyAccessExpression(expression) ? expression.name : expression;
  return isIdentifier(name) && name.text === 't';
}

/** The possible texts of an expression: from its source, or else from its type. */
function textsOf(expression: Expression, checker: Checker): string[] | undefined {
  if (isStringLiteralLikeNode(expression)) return [expression.text];
  if (isConditionalExpression(expression)) {
    const [one, other] = [expression.whenTrue, expression.whenFalse].map((each) =>
      textsOf(each, checker),
    );
    return one && other && [...one, ...other];
  }
  return literalsOf(checker.getTypeAtLocation(expression));
}

function literalsOf(type: Type | undefined): string[] | undefined {
  if (!type) return undefined;
  if (isStringLiteralType(type)) return [type.value];
  if (!isUnionType(type)) return undefined;
  const parts = type.getTypes().map(literalsOf);
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
}
