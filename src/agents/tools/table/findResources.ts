import { toolInputs } from '../inputs';
import { defineTool, oneOrAll, pageSize } from '../tool';
import { toVisible } from '../../../base/foreignText';

/** Finds resources of one account or all by name, address or id, in the data known so far. */
export const findResources = defineTool({
  input: toolInputs.serverManagement_findResources,
  accounts: oneOrAll,
  progress: ({ query }, t) => t('Searching for "{0}"', toVisible(query)),
  run: async ({ search }, { query, page = 1 }) => {
    const found = await search(query);
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
