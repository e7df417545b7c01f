import type { Option, SwitchOption } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import type { Action } from '../../../src/actions/action';
import { actions } from '../../../src/actions/actions';
import type { ActionCommand } from '../../../src/actions/commands';
import type { FieldContext } from '../../../src/documents/creations/fields';
import type { Target } from '../../../src/resources/reference';
import type { KindId } from '../../../src/resources/kinds/kinds';

/** The action of a command for a kind. */
export function findAction(command: ActionCommand, kind: KindId): Action {
  const found = actions.find((each) => each.command === command && each.kind === kind);
  assert.ok(found, `no action ${command} for a ${kind}`);
  return found;
}

/** The options of an action's question about a target, given what can be read. */
export async function optionsOf(
  action: Action,
  target: Target,
  context: { readonly client?: object; readonly store?: object },
  at = 0,
): Promise<readonly Partial<Option & SwitchOption>[]> {
  const field = action.fields?.()[at];
  assert.ok(field?.type === 'choice' || field?.type === 'switches');
  const all = { client: {}, store: {}, ...context } as unknown as FieldContext;
  return field.options(all, target, new AbortController().signal);
}
