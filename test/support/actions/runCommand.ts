import assert from 'node:assert/strict';
import type { ActionContext, ActionOutcome } from '../../../src/ui/actions/action';
import { actions } from '../../../src/ui/actions/actions';
import type { ActionCommand } from '../../../src/ui/actions/commands';
import type { Target, Values } from '../../../src/ui/actions/field';
import { runAction } from '../../../src/ui/actions/runAction';
import { toTarget } from '../../../src/ui/actions/target';

/** Runs the action of a command that is for the first target's kind, as the command itself does. */
export async function runCommand(
  context: ActionContext,
  command: ActionCommand,
  targets: readonly Target[],
  values: Values = {},
): Promise<ActionOutcome> {
  const action = actions.find(
    (each) => each.command === command && targets[0] && toTarget(each, targets[0]),
  );
  assert.ok(action);
  return runAction(context, action, targets, values);
}
