import type { ActionCommand, CommandId } from '../../../src/actions/commands';
import { accountsContributions } from './accounts';
import { connectingContributions } from './connecting';
import { diagnosticsContributions } from './diagnostics';
import { documentsContributions } from './documents';
import { panelsContributions } from './panels';
import { pendingContributions } from './pending';
import { serversContributions } from './servers';
import { viewsContributions } from './views';
import { type Contribution, row } from './places';

/**
 * The icons and menu entries of commands, the source of `npm run manifest`. An action needs none.
 */
export const contributions: Readonly<
  Record<Exclude<CommandId, ActionCommand>, Contribution> &
    Partial<Record<ActionCommand, Contribution>>
> = {
  ...accountsContributions,
  ...viewsContributions,
  ...connectingContributions,
  ...documentsContributions,
  ...pendingContributions,
  ...diagnosticsContributions,
  ...serversContributions,
  ...panelsContributions,
};

/** Where an action is found unless stated otherwise: in the context menu of its rows. */
const usual: Contribution = { places: [row('3_do')] };

/** A command's icon and menu entries. */
export function contributionOf(command: CommandId): Contribution {
  return contributions[command] ?? usual;
}
