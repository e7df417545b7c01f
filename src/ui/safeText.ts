import { markInvisible } from '../shared/invisible';

/** How much of a text of the service is shown; all of it stands in the JSON. */
const longest = 300;

/** How long a message may be as a whole: the editor itself shows no more. */
const longestMessage = 1_000;

/** A text of the service made safe to be looked at: nothing in it acts on what stands around it. */
export function toVisible(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return markInvisible(cut(text, longest).replaceAll(/[\t\n\r]+/g, ' '));
}

/** A name or words of the service made safe to be part of a message or question. */
export function toPlain(text: string): string {
  return withoutLinks(toVisible(text));
}

/**
 * A message or question made safe as a whole, whatever it quotes; its lines are kept. In messages and
 * above input boxes the editor turns `[text](target)` into links, which run commands, too.
 */
export function toMessage(text: string, most: number = longestMessage): string {
  return withoutLinks(cut(text, most).split('\n').map(markInvisible).join('\n'));
}

/** A text for where the editor draws icons in place of `$(name)`: none is drawn. */
export function withoutIcons(text: string): string {
  return text.replaceAll(/\$\((?=[\w~-]+\))/g, String.raw`\$(`);
}

function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
