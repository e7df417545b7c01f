/** How a shell reads a word's parts: what quotes are, what a backslash does, and what isn't literal. */
interface Rules {
  readonly double: string;
  readonly single: string;
  /** Read from the text after a backslash: what it stands for, and how long it is. */
  readonly escaped: (rest: string, quote: string) => string | undefined;
  /** Expanded or run, between double quotes and without quotes. */
  readonly inDouble: RegExp;
  readonly unquoted: RegExp;
}

const posix: Rules = {
  double: '"',
  single: "'",
  escaped: (rest, quote) =>
    quote === "'" || (quote === '"' && !/^[$`"\\]/.test(rest)) ? undefined : rest.charAt(0),
  inDouble: /[$`!]/,
  unquoted: /[$`!&;|<>(){}*?[\]#~^]/,
};

/** Small models of what shells do with a line of one command, by their documentation. */
export const shells: Readonly<Record<string, (line: string) => readonly string[]>> = {
  'sh, bash and Git Bash': (line) => read(line, posix),
  // A word that begins with `=` is the path of a command.
  zsh: (line) => read(line, { ...posix, unquoted: /[$`!&;|<>(){}*?[\]#~^]|\n=/ }),
  // Single quotes know two escapes, and there are no backticks.
  fish: (line) =>
    read(line, {
      ...posix,
      escaped: (rest, quote) =>
        (quote === "'" && !/^['\\]/.test(rest)) || (quote === '"' && !/^[$"\\]/.test(rest))
          ? undefined
          : rest.charAt(0),
      inDouble: /\$/,
      unquoted: /[$&;|<>(){}*?#~^]/,
    }),
  // Typographic quotes are quotes, too; a backslash is a letter like any other.
  PowerShell: (line) =>
    read(line, {
      double: '"“”„',
      single: "'‘’‚‛",
      escaped: () => undefined,
      inDouble: /[$`]/,
      unquoted: /[$`&;|<>(){}@#,]/,
    }),
  // Only double quotes quote; variables are expanded even there.
  'the Command Prompt': (line) => {
    if (line.includes('%')) throw new Error(`expands: ${line}`);
    return read(line, {
      double: '"',
      single: '',
      escaped: (rest) => (rest.startsWith('"') ? '"' : undefined),
      inDouble: /%/,
      unquoted: /[&|<>^]/,
    });
  },
};

/** @throws Error if the shell would expand or run a part of the line. */
function read(line: string, { double, single, escaped, inDouble, unquoted }: Rules): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const each = line.charAt(index);
    const escape = each === '\\' ? escaped(line.slice(index + 1), quote) : undefined;
    if (escape !== undefined) {
      word = (word ?? '') + escape;
      index += 1;
    } else if (quote !== '' && quote.includes(each)) {
      quote = '';
    } else if (quote === '' && (double.includes(each) || single.includes(each))) {
      quote = double.includes(each) ? double : single;
      word ??= '';
    } else if (quote === '' && each === ' ') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      const special = quote === '' ? unquoted : quote === double ? inDouble : /(?!)/;
      const start = word === undefined ? '\n' : '';
      if (special.test(start + each)) throw new Error(`${each} isn't literal: ${line}`);
      word = (word ?? '') + each;
    }
  }
  if (quote !== '') throw new Error(`a quote isn't closed: ${line}`);
  return word === undefined ? words : [...words, word];
}
