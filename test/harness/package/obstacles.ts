import { isPlaceholder } from './readmeForPackage';

/** A store that accepts packages. */
export interface Store {
  readonly name: string;
  /** The variable of the environment with the token to publish with. */
  readonly tokenVariable: string;
}

/** The stores, by the names that `npm run release` takes. */
export const stores: Readonly<Record<string, Store>> = {
  marketplace: { name: 'Visual Studio Marketplace', tokenVariable: 'VSCE_PAT' },
  'open-vsx': { name: 'Open VSX', tokenVariable: 'OVSX_PAT' },
};

/** What decides whether a version can be published. */
interface Candidate {
  readonly version: string;
  readonly repository: { readonly url: string };
}

/** Why a version can't be published to a store yet, each with what to do; empty if it can. */
export function findObstacles(
  { version, repository }: Candidate,
  changelog: string,
  { tokenVariable }: Store,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const [, described] = /^## (\S+)$/m.exec(changelog) ?? [];
  return [
    ...(isPlaceholder(repository.url)
      ? [`"repository" in package.json is a placeholder: ${repository.url}. Enter the public one.`]
      : []),
    ...(described === version
      ? []
      : [`CHANGELOG.md starts with ${described ?? 'no version'}, package.json says ${version}.`]),
    ...(environment[tokenVariable]
      ? []
      : [`${tokenVariable} isn't set. Set it to the store's token.`]),
  ];
}
