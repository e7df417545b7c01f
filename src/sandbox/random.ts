/** Numbers from 0 (included) to 1 (excluded). */
type Random = () => number;

/** A small generator (mulberry32) that returns the same numbers for the same seed, everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An integer from `least` to `most`, inclusive. */
export function integerBetween(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of the items. */
export function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Hexadecimal digits that look like a hash: the same for the same text, and not cryptographic. */
export function madeUpHash(text: string, digits: number): string {
  // FNV-1a: texts that differ in one character should have dissimilar hashes.
  let seed = 0x811c9dc5;
  for (const character of text) {
    seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  const random = createRandom(seed);
  return Array.from({ length: digits }, () => integerBetween(random, 0, 15).toString(16)).join('');
}

/** An unguessable token of 48 hexadecimal digits. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
