import * as vscode from 'vscode';
import { toPlain, type Words } from '../../base/foreignText';

/** Markdown with our own structure, in which no other text acts as markup. */
export class Markdown {
  readonly value = new vscode.MarkdownString();

  text(words: Words, most?: number): this {
    // The editor escapes markup but would still turn bare addresses into links.
    const parts = toPlain(words, most).split(/(?<=https?|ftp)(?=:\/\/)|(?<=www)(?=\.)|(?=@)/i);
    this.value.appendText(parts[0] ?? '');
    for (const part of parts.slice(1)) {
      this.value.appendMarkdown(`\\${part.slice(0, 1)}`).appendText(part.slice(1));
    }
    return this;
  }

  bold(words: Words): this {
    this.value.appendMarkdown('**');
    this.text(words).value.appendMarkdown('** ');
    return this;
  }

  paragraph(words: Words): this {
    this.text(words).value.appendMarkdown('\n\n');
    return this;
  }

  item(words: Words): this {
    this.value.appendMarkdown('- ');
    this.text(words).value.appendMarkdown('\n');
    return this;
  }

  table(rows: readonly (readonly [name: Words, value: Words])[]): this {
    this.value.appendMarkdown('\n\n| | |\n|---|---|\n');
    for (const [name, value] of rows) {
      this.value.appendMarkdown('| ');
      this.#cell(name).value.appendMarkdown(' | ');
      this.#cell(value).value.appendMarkdown(' |\n');
    }
    return this;
  }

  /** A pipe would end the cell. */
  #cell(words: Words): this {
    return this.text(toPlain(words, 200).replaceAll('|', ' '));
  }
}

export function toHover(text: Markdown): vscode.Hover {
  return new vscode.Hover(text.value);
}
