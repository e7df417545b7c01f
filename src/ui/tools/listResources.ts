import { toolInputs } from './inputs';
import { describeTarget } from './target';
import { defineTool } from './tool';
import { findKind } from '../../resources/kinds/kinds';
import { t } from '../l10n';
import { present } from '../present';

/** Lists accounts, or the resources of a kind below a parent, a page at a time. */
export const listResources = defineTool({
  input: toolInputs.serverManagement_listResources,
  progress: () => t('Listing resources'),
  // A log is all content; of anything else a list has what its rows show.
  confirm: async (core, { account, kind, parents = [] }) => {
    if (account === undefined || kind !== 'logEntry') return undefined;
    const server = await describeTarget(core, { account, kind: 'server', ids: parents });
    return {
      title: t('Read a log?'),
      message: t('The log of {0} becomes part of the conversation.', server),
    };
  },
  run: async (core, { account, kind: kindId = 'server', parents = [], page = 1 }, signal) => {
    if (account === undefined) {
      const accounts = await core.sessions.accounts();
      return accounts.map(({ id, label, environment, authentication, isSandbox }) => ({
        id,
        label,
        environment,
        authentication,
        isSandbox,
      }));
    }
    const collection = { account, kind: kindId, parents };
    const { items, total, isLast } = await core.client.page(collection, page, { signal });
    return {
      total: total ?? null,
      hasMore: !isLast,
      resources: items.map((item) => {
        const { label, description, state } = present({ account, kind: kindId, ids: [] }, item);
        return { kind: findKind(kindId).names.one, id: item['id'], label, description, state };
      }),
    };
  },
});
