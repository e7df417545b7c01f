/** Controls, line separators, tags, and what turns the direction of the text around it. */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** A text in which a sign stands for every character that is not seen but acts on others. */
export function markInvisible(text: string): string {
  return text.replaceAll(invisible, '\u{fffd}');
}
