/** Control characters, line separators, tag characters and bidirectional overrides. */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Replaces every invisible character that affects others with a visible marker. */
export function markInvisible(text: string): string {
  return text.replaceAll(invisible, '\u{fffd}');
}
