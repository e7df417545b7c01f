import * as fc from 'fast-check';

/** A text with a secret in one of the known forms, and the secret alone. */
export interface SecretText {
  readonly text: string;
  readonly secret: string;
}

const random = fc.stringMatching(/^[a-zA-Z0-9]{40}$/);

/** Texts around a secret, written by hand from the providers' own descriptions. */
const forms: readonly ((random: string) => SecretText)[] = [
  (x) => ({ text: `git pull https://deploy:${x}@git.example.org/shop.git main`, secret: x }),
  (x) => ({ text: `git pull https://ghp_${x}@github.com/shop.git`, secret: `ghp_${x}` }),
  (x) => ({ text: `TOKEN=ghp_${x} ./deploy.sh`, secret: `ghp_${x}` }),
  (x) => ({ text: `export CI_TOKEN="glpat-${x}"`, secret: `glpat-${x}` }),
  (x) => ({ text: `curl -H "Authorization: Bearer ${x}" https://api.example.org`, secret: x }),
  (x) => ({ text: `curl -H 'X-Key: eyJ${x}.${x}.${x}' https://a.example.org`, secret: x }),
  (x) => ({
    text: `echo "-----BEGIN RSA PRIVATE KEY-----\n${x}\n-----END RSA PRIVATE KEY-----" > key`,
    secret: x,
  }),
  (x) => ({ text: `AKIA${x.slice(0, 16).toUpperCase()}`, secret: x.slice(0, 16).toUpperCase() }),
  (x) => ({ text: `pay --key sk_live_${x}`, secret: `sk_live_${x}` }),
  (x) => ({ text: `notify xoxb-${x}`, secret: `xoxb-${x}` }),
  (x) => ({ text: `mysql://shop:${x}@db.example.org:3306/shop`, secret: x }),
];

/** Any of these texts. */
export const secretTexts: fc.Arbitrary<SecretText> = fc
  .tuple(random, fc.nat(forms.length - 1))
  .map(([text, index]) => forms[index]?.(text) ?? { text, secret: text });
