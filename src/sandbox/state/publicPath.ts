/** The folder that is served: below the root folder, wherever the given text starts. */
export function toPublicPath(rootPath: string, given: string): string {
  const fromRoot = given === rootPath || given.startsWith(`${rootPath}/`);
  const below = (fromRoot ? given.slice(rootPath.length) : given).replace(/^\/+|\/+$/g, '');
  return below === '' ? rootPath : `${rootPath}/${below}`;
}
