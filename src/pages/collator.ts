/** Compares texts in the page's language, which is the editor's. */
export const collator = new Intl.Collator(document.documentElement.lang || undefined, {
  numeric: true,
});
