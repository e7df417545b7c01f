import { toolInputs } from '../inputs';
import { describeTarget } from '../target';
import type * as z from 'zod/mini';
import { defineTool, type ToolServices } from '../tool';
import { findKind } from '../../resources/kinds/kinds';
import { placeIn } from '../../resources/link';
import type { CollectionReference } from '../../resources/reference';
import { presentIn } from '../../resources/names/present';

type Input = z.output<typeof toolInputs.serverManagement_listResources>;

/** Lists accounts, or one page of a parent's resources of a kind. */
export const listResources = defineTool({
  input: toolInputs.serverManagement_listResources,
  accounts: async (services, input) => {
    const place = listedCollection(services, input);
    return place ? [place.account] : [];
  },
  progress: (_input, t) => t('Listing resources'),
  // A list of logs includes their content; any other list only has what its rows show.
  confirm: async (services, input) => {
    const place = listedCollection(services, input);
    if (place?.kind !== 'logEntry') return undefined;
    const { t } = services;
    const { account, parents } = place;
    const server = await describeTarget(services, { account, kind: 'server', ids: parents });
    return {
      title: t('Read a log?'),
      message: t('Adds the log of {0} to the conversation.', server),
    };
  },
  run: async (services, input, signal) => {
    const { client } = services;
    const collection = listedCollection(services, input);
    if (!collection) return listAccounts(services);
    const { account, kind: kindId } = collection;
    const { page = 1 } = input;
    const { items, total, isLast } = await client.page(collection, page, { signal });
    return {
      total: total ?? null,
      hasMore: !isLast,
      resources: items.map((item) => {
        const { label, description, state } = presentIn(
          services,
          { account, kind: kindId, ids: [] },
          item,
        );
        return { kind: findKind(kindId).names.one, id: item['id'], label, description, state };
      }),
    };
  },
});

/** Where to list: the given place or, if only a kind is given, below the workspace's link. */
function listedCollection(
  { linked }: Pick<ToolServices, 'linked'>,
  { account, kind, parents }: Input,
): CollectionReference | undefined {
  if (account !== undefined) return { account, kind: kind ?? 'server', parents: parents ?? [] };
  const link = linked();
  if (!link || kind === undefined) return undefined;
  return parents ? { account: link.account, kind, parents } : placeIn(link, kind);
}

async function listAccounts({ sessions, linked }: ToolServices): Promise<readonly object[]> {
  const link = linked();
  const accounts = await sessions.accounts();
  return accounts.map(({ id, label, environment, authentication, isSandbox }) => ({
    id,
    label,
    environment,
    authentication,
    isSandbox,
    ...(link?.account === id ? { linkedToWorkspace: link } : {}),
  }));
}
