import { foreign } from '../../src/base/foreignText';
import type { PanelContext } from '../../src/panels/panelKind';
import { type ActionWorld } from './actions/actionWorld';
import { ScriptedPrompts } from './actions/scriptedPrompts';

/** The context of a panel's reader, in English, for a service and a time. */
export function panelContextOf(
  world: ActionWorld,
  now: () => number = () => Date.now(),
): PanelContext {
  const { client, store, pendingFirewalls } = world.context(new ScriptedPrompts());
  const inForce = pendingFirewalls.inForce.bind(pendingFirewalls);
  return {
    client,
    store,
    nameOf: () => foreign('?'),
    describeError: String,
    now,
    firewall: { ...unseenFirewall, inForce },
  };
}

/** No deployment was seen, and nothing is staged. */
export const unseenFirewall: PanelContext['firewall'] = {
  inForce: () => ({ why: 'unseen' }),
  staged: () => ({ added: [], removed: [] }),
  sshPortOf: () => 22,
};
