/**
 * The README as it is packed: without the pictures that are too large to travel with the extension, and
 * without what concerns those alone who have the sources.
 */
export function readmeForPackage(readme: string): string {
  return readme
    .replaceAll(/^!\[[^\]]*\]\(media\/pictures\/[^)]*\)\n\n?/gm, '')
    .replaceAll(/<!-- sources -->\n.*?<!-- \/sources -->\n+/gs, '');
}
