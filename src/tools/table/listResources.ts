import { toolInputs } from '../inputs';
import { describeTarget } from '../target';
import { defineTool } from '../tool';
import { findKind } from '../../resources/kinds/kinds';
import { presentIn } from '../../resources/names/present';

/** Lists accounts, or one page of a parent's resources of a kind. */
export const listResources = defineTool({
  input: toolInputs.serverManagement_listResources,
  accounts: async (_services, { account }) => (account === undefined ? [] : [account]),
  progress: (_input, t) => t('Listing resources'),
  // A list of logs includes their content; any other list only has what its rows show.
  confirm: async (services, { account, kind, parents = [] }) => {
    if (account === undefined || kind !== 'logEntry') return undefined;
    const { t } = services;
    const server = await describeTarget(services, { account, kind: 'server', ids: parents });
    return {
      title: t('Read a log?'),
      message: t('Adds the log of {0} to the conversation.', server),
    };
  },
  run: async (
    { t, sessions, client },
    { account, kind: kindId = 'server', parents = [], page = 1 },
    signal,
  ) => {
    if (account === undefined) {
      const accounts = await sessions.accounts();
      return accounts.map(({ id, label, environment, authentication, isSandbox }) => ({
        id,
        label,
        environment,
        authentication,
        isSandbox,
      }));
    }
    const collection = { account, kind: kindId, parents };
    const { items, total, isLast } = await client.page(collection, page, { signal });
    return {
      total: total ?? null,
      hasMore: !isLast,
      resources: items.map((item) => {
        const { label, description, state } = presentIn(
          t,
          { account, kind: kindId, ids: [] },
          item,
        );
        return { kind: findKind(kindId).names.one, id: item['id'], label, description, state };
      }),
    };
  },
});
