import { foreign } from '../../src/base/foreignText';
import type { PanelContext } from '../../src/panels/panelKind';
import { type ActionWorld } from './actions/actionWorld';
import { ScriptedPrompts } from './actions/scriptedPrompts';

/** The context of a panel's reader, in English, for a service and a time. */
export function panelContextOf(
  world: ActionWorld,
  now: () => number = () => Date.now(),
): PanelContext {
  const { client, store } = world.context(new ScriptedPrompts());
  return {
    client,
    store,
    nameOf: () => foreign('?'),
    describeError: String,
    now,
  };
}
