import { toolInputs } from './inputs';
import { defineTool } from './tool';
import { t } from '../l10n';
import { toVisible } from '../safeText';

const most = 25;

/** Finds resources of all accounts by name, address or id, in what is known of them. */
export const findResources = defineTool({
  input: toolInputs.serverManagement_findResources,
  progress: ({ query }) => t('Looking for "{0}"', toVisible(query)),
  run: async ({ explorer }, { query }) => {
    await explorer.finder.open();
    const found = explorer.finder.index.search(query, most);
    return {
      found: found.map(({ reference, label, detail, path }) => ({
        ...reference,
        label,
        detail,
        path,
      })),
      note: 'The index may not know everything yet; listing by parent is always complete.',
    };
  },
});
