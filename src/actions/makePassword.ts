/** Without characters that look alike or have a meaning in shells or SQL. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789-_.+';
const length = 24;

/** Generates a password: 24 of 60 characters, about 141 bits, every character class included. */
export function makePassword(): string {
  for (;;) {
    const password = Array.from({ length }, randomCharacter).join('');
    if ([/[A-Z]/, /[a-z]/, /\d/, /[-_.+]/].every((kind) => kind.test(password))) return password;
  }
}

function randomCharacter(): string {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  // Values beyond the last whole multiple would make some characters more likely than others.
  const fair = 256 - (256 % alphabet.length);
  return random < fair ? alphabet.charAt(random % alphabet.length) : randomCharacter();
}
