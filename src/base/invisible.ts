/**
 * First, what shows something together with its neighbors, and is kept: emoji, joiners within words
 * of scripts that need them, and those that make text of a tag. Then control characters, line
 * separators, all that Unicode lets fonts ignore, marks of annotations and the blank of Braille.
 */
const pattern =
  /(\p{Extended_Pictographic}\p{EMod}?(?:\ufe0f?\u200d\p{Extended_Pictographic}\p{EMod}?)*[\ufe0e\ufe0f]?|[\d#*]\ufe0f\u20e3|(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\u200c\u200d](?=\p{L})|(?<=<)\u2060(?=[A-Za-z!/?]))|[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}]/gu;

/** Replaces every invisible character that affects others with a visible marker. */
export function markInvisible(text: string): string {
  return text.replaceAll(pattern, (_found, kept?: string) => kept ?? '\u{fffd}');
}
