import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isImportDeclaration,
  isLiteralTypeNode,
  isNewExpression,
  isPropertyAssignment,
  isStringLiteralLikeNode,
  isTemplateExpression,
  isTemplateHead,
  isTemplateMiddleOrTemplateTail,
} from 'typescript/unstable/ast/is';
import { placeOf, type SourceProgram } from './program';
import { isTranslation } from './translated';

/** A literal text in the code. */
export interface RawText {
  readonly place: string;
  readonly text: string;
}

/** Members with texts that a person reads, where even a single word counts. */
const shownMember =
  /\b(label|title|prompt|placeHolder|description|detail|tooltip|question|button|validationMessage|note|empty|badge|text)$/;

/** Functions that show their arguments to a person. */
const showing =
  /\b(show(Information|Warning|Error)Message|setStatusBarMessage|showError|TreeItem|createOutputChannel|appendText|Error)$/;

/** Errors that are described by their reason; their own messages are for logs. */
const reasoned = /\b(ApiError|TypeError|DocumentError|super)$/;

/** Members that aren't prose: texts of kinds are translated where they are used. */
const otherMember = /^(class|names|fieldTexts)$/;

/** Two consecutive words; markup doesn't count. */
const prose = /^(?!<|">)[^]*\p{L}{2,}[,.;:]? \p{L}{2,}/u;

/** Finds untranslated texts that a person could see. */
export function findUntranslated({ files }: SourceProgram): RawText[] {
  const found: RawText[] = [];
  for (const source of files) {
    const look = (node: Node, isShown: boolean): void => {
      const text = textOf(node);
      if (prose.test(text) || (isShown && hasWord(text))) {
        found.push({ place: placeOf(source, node), text });
      }
      lookInto(node, isShown, source, look);
    };
    look(source, false);
  }
  return found;
}

/** Continues inside a node, with whether its content is shown. */
function lookInto(
  node: Node,
  isShown: boolean,
  source: SourceFile,
  look: (node: Node, isShown: boolean) => void,
): void {
  if (isImportDeclaration(node) || isLiteralTypeNode(node)) return;
  if (isTranslation(node)) {
    for (const value of node.arguments.slice(1)) look(value, false);
  } else if (isCallExpression(node) || isNewExpression(node)) {
    const callee = node.expression.getText(source);
    look(node.expression, false);
    if (reasoned.test(callee)) return;
    for (const value of node.arguments ?? []) look(value, showing.test(callee));
  } else if (isPropertyAssignment(node)) {
    const name = node.name.getText(source);
    if (!otherMember.test(name)) look(node.initializer, shownMember.test(name));
  } else if (isConditionalExpression(node)) {
    look(node.condition, false);
    look(node.whenTrue, isShown);
    look(node.whenFalse, isShown);
  } else if (isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const isAssignment = operatorToken.kind === SyntaxKind.EqualsToken;
    const isComparison = !isAssignment && !alternatives.has(operatorToken.kind);
    look(left, isShown && !isComparison);
    look(right, isAssignment ? shownMember.test(left.getText(source)) : isShown && !isComparison);
  } else {
    const keeps = isTemplateExpression(node) || isArrowFunction(node) || isTemplatePart(node);
    node.forEachChild((child) => look(child, isShown && keeps));
  }
}

const alternatives: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.PlusToken,
]);

function isTemplatePart({ kind }: Node): boolean {
  return kind === SyntaxKind.TemplateSpan || kind === SyntaxKind.ParenthesizedExpression;
}

/** The text between the quotes of a node, or between the expressions of a template. */
function textOf(node: Node): string {
  const isText =
    isStringLiteralLikeNode(node) || isTemplateHead(node) || isTemplateMiddleOrTemplateTail(node);
  return isText ? node.text : '';
}

function hasWord(text: string): boolean {
  return /\p{L}{3}/u.test(text.replaceAll(/\$\([\w~-]+\)/g, ''));
}
