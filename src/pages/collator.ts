export const collator = new Intl.Collator(document.documentElement.lang || undefined, {
  numeric: true,
});
