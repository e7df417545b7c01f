/** Without characters that look alike, and without those that shells and SQL take for their own. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789-_.+';
const length = 24;

/** Makes up a password: 24 characters of 60, about 141 bits, every kind of character among them. */
export function makePassword(): string {
  for (;;) {
    const password = Array.from({ length }, randomCharacter).join('');
    if ([/[A-Z]/, /[a-z]/, /\d/, /[-_.+]/].every((kind) => kind.test(password))) return password;
  }
}

function randomCharacter(): string {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  // The values beyond the last whole multiple would make some characters likelier than others.
  const fair = 256 - (256 % alphabet.length);
  return random < fair ? alphabet.charAt(random % alphabet.length) : randomCharacter();
}
