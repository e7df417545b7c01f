/** Puts an English text, with `{0}`-style places, into the person's language. */
export type Translate = (text: string, ...values: (string | number)[]) => string;
