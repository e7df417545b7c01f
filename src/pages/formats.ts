import { formatsOf } from '../base/formats';

/** Formats numbers and times in the page's language, which is the editor's. */
export const formats = formatsOf(document.documentElement.lang);

/** Compares texts in the page's language, which is the editor's. */
export const collator = new Intl.Collator(document.documentElement.lang || undefined, {
  numeric: true,
});
