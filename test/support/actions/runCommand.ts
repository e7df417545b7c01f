import type { Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import type { ActionContext } from '../../../src/actions/action';
import type { ActionOutcome } from '../../../src/actions/result';
import { actions, toTarget } from '../../../src/actions/actions';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';
import { runAction } from '../../../src/actions/runAction';

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
