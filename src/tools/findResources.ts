import { toolInputs } from './inputs';
import { defineTool } from './tool';
import { toVisible } from '../base/foreignText';

const pageSize = 25;

/** Finds resources of all accounts by name, address or id, in the data known so far. */
export const findResources = defineTool({
  input: toolInputs.serverManagement_findResources,
  progress: ({ query }, t) => t('Searching for "{0}"', toVisible(query)),
  run: async ({ search }, { query, page = 1 }) => {
    const found = await search(query, page * pageSize + 1);
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
