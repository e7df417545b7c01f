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
  readonly author: string;
  readonly publisher: string;
  readonly repository: { readonly url: string };
}

/** What the manifest says until somebody publishes it. */
const placeholders = {
  author: 'Server Management Explorer contributors',
  publisher: 'server-management',
} as const;

/**
 * Takes a store's token out of the environment, and that of every other store: only the process
 * that publishes gets it, not the tests, the build or other tools.
 */
export function takeToken(
  { tokenVariable }: Store,
  environment: Record<string, string | undefined>,
): string | undefined {
  const token = environment[tokenVariable];
  for (const store of Object.values(stores)) delete environment[store.tokenVariable];
  return token;
}

/** Why a version can't be published to a store yet, each with what to do; empty if it can. */
export function findObstacles(
  { version, repository, ...names }: Candidate,
  changelog: string,
  { tokenVariable }: Store,
  token: string | undefined,
): string[] {
  const [, described] = /^## (\S+)$/m.exec(changelog) ?? [];
  return [
    ...(isPlaceholder(repository.url)
      ? [`"repository" in package.json is a placeholder: ${repository.url}. Enter the public one.`]
      : []),
    ...(['author', 'publisher'] as const).flatMap((name) =>
      names[name] === placeholders[name]
        ? [`"${name}" in package.json is a placeholder: ${names[name]}. Enter your own.`]
        : [],
    ),
    ...(described === version
      ? []
      : [`CHANGELOG.md starts with ${described ?? 'no version'}, package.json says ${version}.`]),
    ...(token ? [] : [`${tokenVariable} isn't set. Set it to the store's token.`]),
  ];
}
