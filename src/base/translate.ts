import type { ForeignText } from './foreignText';

/** Translates an English text with `{0}`-style placeholders into the user's language. */
export type Translate = (text: string, ...values: (string | number | ForeignText)[]) => string;

/** Leaves a text in English, for where only the other parts of an answer matter. */
export const untranslated: Translate = (text) => text;
