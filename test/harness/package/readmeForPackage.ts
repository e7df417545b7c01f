/**
 * The README as it is packed, for the editor's page of the extension. That page shows no pictures but those of
 * the web and follows no link to a file, so it is without both, and without what concerns those alone who have
 * the sources; the walkthrough has pictures.
 */
export function readmeForPackage(readme: string): string {
  return readme
    .replaceAll(/^!\[[^\]]*\]\(media\/[^)]*\)\n\n?/gm, '')
    .replaceAll(/<!-- sources -->\n.*?<!-- \/sources -->\n+/gs, '')
    .replaceAll(/\[([^\]]*)\]\((?!https:|#)[^)]*\)/g, '$1');
}
