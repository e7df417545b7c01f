import { formatsOf } from '../../src/base/formats';
import { foreign } from '../../src/base/foreignText';
import type { PanelContext } from '../../src/panels/panelKind';
import { type ActionWorld, english } from './actions/actionWorld';
import { ScriptedPrompts } from './actions/scriptedPrompts';

/** What a panel's reader gets: an English one of that service, at that time. */
export function panelContextOf(
  world: ActionWorld,
  now: () => number = () => Date.now(),
): PanelContext {
  const { client, store } = world.context(new ScriptedPrompts());
  return {
    client,
    store,
    t: english,
    formats: formatsOf('en'),
    nameOf: () => foreign('?'),
    describeError: String,
    now,
  };
}
