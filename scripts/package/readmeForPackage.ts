/** The placeholder for a repository that isn't public yet, so that nothing can link to it. */
const placeholder = /\.invalid$/;

/** Whether a repository's address is still the placeholder. */
export function isPlaceholder(repository: string): boolean {
  return placeholder.test(new URL(repository).hostname);
}

/** The address below which the repository's pictures can be shown; undefined while it isn't public. */
export function toPictures(repository: string): string | undefined {
  if (isPlaceholder(repository)) return undefined;
  return `${repository.replace(/\.git$/, '')}/raw/HEAD/`;
}

/**
 * The packaged README, for the pages of the editor and of the stores. Those only show pictures from
 * the web and follow no links to files, so it has neither, and lacks the parts that only concern people
 * with the sources.
 * @param pictures the address below which pictures can be shown; without one they are left out.
 */
export function readmeForPackage(readme: string, pictures?: string): string {
  return readme
    .replaceAll(/^!\[([^\]]*)\]\((media\/[^)]*)\)\n\n?/gm, (_all, words: string, file: string) =>
      pictures === undefined ? '' : `![${words}](${pictures}${file})\n\n`,
    )
    .replaceAll(/<!-- sources -->\n.*?<!-- \/sources -->\n+/gs, '')
    .replaceAll(/\[([^\]]*)\]\((?!https:|#)[^)]*\)/g, '$1');
}
