import type { FolderWorld } from './folderWorld';
import type { Steps } from '../../../../src/cli/folder';
import type { ResourceReference } from '../../../../src/resources/reference';
import { onePage, toWholePage } from '../../../../src/resources/resourceClient';

/** The command line's way to a world's service. */
export function commandSteps(world: FolderWorld): Steps {
  const client = {
    pages: async (collection: Parameters<FolderWorld['reading']['list']>[0]) =>
      onePage(toWholePage((await world.reading.list(collection)).items)),
    readWhole: (reference: ResourceReference) => world.reading.read(reference),
  };
  const account = { label: 'Example', service: 'https://example.com', ...world.reading.account };
  return {
    account,
    client,
    limit: () => undefined,
    signal: new AbortController().signal,
    progress: () => undefined,
  } as unknown as Steps;
}
