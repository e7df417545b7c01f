/** How much of a text of the service a panel shows; all of it stands in the JSON. */
const longest = 300;

/** Controls, line separators and what turns the direction of text around it. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** A text of the service made safe to be looked at: nothing in it acts on what stands around it. */
export function toVisible(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const isLong = text.length > longest;
  const shown = isLong ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return shown.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(invisible, '\u{fffd}');
}
