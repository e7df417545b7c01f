import { toolInputs } from '../inputs';
import { defineTool, oneOrAll, pageSize } from '../tool';
import { toVisible } from '../../base/foreignText';

/** More than anyone has: other accounts' resources must not use up the page of one. */
const most = 100_000;

/** Finds resources of one account or all by name, address or id, in the data known so far. */
export const findResources = defineTool({
  input: toolInputs.serverManagement_findResources,
  accounts: (services, { account }) => oneOrAll(services, account),
  progress: ({ query }, t) => t('Searching for "{0}"', toVisible(query)),
  run: async ({ search, linked }, { account = linked()?.account, query, page = 1 }) => {
    const found = (await search(query, account === undefined ? page * pageSize + 1 : most)).filter(
      ({ reference }) => account === undefined || reference.account === account,
    );
    return {
      hasMore: found.length > page * pageSize,
      found: found
        .slice((page - 1) * pageSize, page * pageSize)
        .map(({ reference, label, detail, path }) => ({
          ...reference,
          label,
          detail,
          path,
        })),
      note: 'The index may not know everything yet; listing by parent is always complete.',
    };
  },
});
