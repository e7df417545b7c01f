/** Longest service text shown; the JSON view has the full text. */
const longestShown = 300;

/** Longest message overall, or line of our own; VS Code itself shows no more of a message. */
const longestMessage = 1_000;

/**
 * Text from an outside source: a service, a person typing an address, a model. It is not a string,
 * so nothing that expects one accepts it, and converting it to a string yields the safe form.
 */
export class ForeignText {
  readonly #raw: string;

  constructor(raw: string) {
    this.#raw = raw;
  }

  /** The form that is safe to show; see `toPlain`. */
  toString(): string {
    return toPlain(this.#raw);
  }

  /** The form that is safe to show; callers that store the original use `rawOf`. */
  toJSON(): string {
    return this.toString();
  }

  /** The original text, for comparing, storing and the clipboard. Never show it. */
  static rawOf(text: ForeignText): string {
    return text.#raw;
  }
}

/** Text to show: our own or foreign. */
export type Words = string | ForeignText;

export function foreign(text: string): ForeignText {
  return new ForeignText(text);
}

/** Joins several texts into one; a single text of ours stays a string. */
export function joinWords(texts: readonly Words[]): Words {
  const [first = '', ...others] = texts;
  return others.length === 0 ? first : foreign(texts.map(toRaw).join(' '));
}

/**
 * Makes a text safe anywhere VS Code renders it (Markdown, message or label): no links, commands,
 * images, icons, HTML tags, line breaks or invisible characters.
 */
export function toPlain(value: unknown, most: number = longestShown): string {
  return withoutMarkup(toVisible(value, most));
}

/** Makes a whole message or question safe, including what it quotes; line breaks are kept. */
export function toMessage(text: Words, most: number = longestMessage): string {
  const lines = cut(String(text), most).split('\n');
  return lines.map((line) => withoutMarkup(markInvisible(line))).join('\n');
}

/** Safe where text is never parsed as markup, such as a page that renders through `textContent`. */
export function toVisible(value: unknown, most: number = longestShown): string {
  // Many spaces would push what follows out of sight, or beyond the cut.
  const text = rawTextOf(value).replaceAll(/\s{9,}/g, ({ length }) => ` ␣×${length} `);
  return markInvisible(cut(text, most).replaceAll(/[\t\n\r]+/g, ' '));
}

/** The original text, for searching, comparing, storing and the clipboard. Never show it. */
export function toRaw(text: Words): string {
  return typeof text === 'string' ? text : ForeignText.rawOf(text);
}

function rawTextOf(value: unknown): string {
  if (value instanceof ForeignText) return ForeignText.rawOf(value);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/**
 * A space breaks each of these anywhere; a backslash would be visible outside of Markdown. Where VS
 * Code renders Markdown, it drops tags: a word joiner, which takes no place, makes text of them.
 */
function withoutMarkup(text: string): string {
  return text
    .replaceAll('](', '] (')
    .replaceAll(/command:(?=\S)/gi, (scheme) => `${scheme} `)
    .replaceAll(/\$\((?=[\w~-]+\))/g, '$ (')
    .replaceAll(/<(?=[a-z!/?])/gi, '<\u2060');
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** VS Code renders tab titles as Markdown, too: addresses in them must not become links. */
export function toTitle(text: Words): string {
  return toPlain(text).replaceAll(/(?<=[a-z]):(?=\/\/)|(?<=www)\.|@/gi, (mark) => `${mark} `);
}

/**
 * First, what shows something together with its neighbors, and is kept: emoji, joiners within words
 * of scripts that need them, and those that make text of a tag. Then control characters, line
 * separators, all that Unicode lets fonts ignore, marks of annotations and the blank of Braille.
 */
const invisible =
  /(\p{Extended_Pictographic}\p{EMod}?(?:\ufe0f?\u200d\p{Extended_Pictographic}\p{EMod}?)*[\ufe0e\ufe0f]?|[\d#*]\ufe0f\u20e3|(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\u200c\u200d](?=\p{L})|(?<=<)\u2060(?=[A-Za-z!/?]))|[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}]/gu;

/** Replaces every invisible character that affects others with a visible marker. */
export function markInvisible(text: string): string {
  return text.replaceAll(invisible, (_found, kept?: string) => kept ?? '\u{fffd}');
}

/** Our own text as a single line; nothing quoted in it can begin a new one. */
export function toLine(text: Words): string {
  return toPlain(text, longestMessage);
}

/** A comment line in a request; nothing quoted in it can begin a new line. */
export function toComment(text: Words): string {
  return `# ${toLine(text)}`;
}
