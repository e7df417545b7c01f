import type { CommandId } from '../ids';
import { accountsContributions } from './accounts';
import { connectingContributions } from './connecting';
import { diagnosticsContributions } from './diagnostics';
import { documentsContributions } from './documents';
import { panelsContributions } from './panels';
import { pendingContributions } from './pending';
import { serversContributions } from './servers';
import { viewsContributions } from './views';
import type { Contribution } from './places';

/**
 * Every command's icon and menu entries, the source of `npm run manifest`. Within a group, entries
 * have the order of this table.
 */
export const contributions: Readonly<Record<CommandId, Contribution>> = {
  ...accountsContributions,
  ...viewsContributions,
  ...connectingContributions,
  ...documentsContributions,
  ...pendingContributions,
  ...diagnosticsContributions,
  ...serversContributions,
  ...panelsContributions,
};
