import { describeTarget, toolInputs } from '../inputs';
import type * as z from 'zod/mini';
import { type AgreedServices, defineTool } from '../tool';
import { findKind } from '../../../resources/kinds/kinds';
import { type Link, placeIn } from '../../../resources/link';
import type { CollectionReference } from '../../../resources/reference';
import { presentIn } from '../../../resources/names/present';
import { t } from '../../../base/l10n';

type Input = z.output<typeof toolInputs.serverManagement_listResources>;

export const listResources = defineTool({
  input: toolInputs.serverManagement_listResources,
  accounts: (input, link) => {
    const place = listedCollection(input, link);
    return place && [place.account];
  },
  progress: (_input) => t('Listing resources'),
  // A list of logs includes their content; any other list only has what its rows show.
  confirm: async (services, input, link) => {
    const place = listedCollection(input, link);
    if (place?.kind !== 'logEntry') return undefined;
    const { account, parents } = place;
    const server = await describeTarget(services, { account, kind: 'server', ids: parents });
    return {
      title: t('Read a log?'),
      message: t('Adds the log of {0} to the conversation.', server),
    };
  },
  run: async (services, input, signal) => {
    const { client } = services;
    const collection = listedCollection(input, services.link);
    if (!collection) return listAccounts(services);
    const { account, kind: kindId } = collection;
    const { page = 1 } = input;
    const { items, total, isLast } = await client.page(collection, page, { signal });
    return {
      total: total ?? null,
      hasMore: !isLast,
      resources: items.map((item) => {
        const { label, description, state } = presentIn({ account, kind: kindId, ids: [] }, item);
        return { kind: findKind(kindId).names.one, id: item['id'], label, description, state };
      }),
    };
  },
});

/** @throws Error if a log's account isn't given: the link may change after the confirmation. */
function listedCollection(
  { account, kind, parents }: Input,
  link: Link | undefined,
): CollectionReference | undefined {
  if (account !== undefined) return { account, kind: kind ?? 'server', parents: parents ?? [] };
  if (kind === 'logEntry') throw new Error('Name the account and the server of a log.');
  if (!link || kind === undefined) return undefined;
  return parents ? { account: link.account, kind, parents } : placeIn(link, kind);
}

function listAccounts({ accounts, link }: AgreedServices): readonly object[] {
  return accounts.map(({ id, label, environment, authentication, isSandbox }) => ({
    id,
    label,
    environment,
    authentication,
    isSandbox,
    ...(link?.account === id ? { linkedToWorkspace: link } : {}),
  }));
}
