import { toPlain, type Words } from './foreignText';

const maxCommentLine = 1_000;

/** Our own text as a single line; nothing quoted in it can begin a new one. */
export function toLine(text: Words): string {
  return toPlain(text, maxCommentLine);
}

/** A comment line in a request; nothing quoted in it can begin a new line. */
export function toComment(text: Words): string {
  return `# ${toLine(text)}`;
}
