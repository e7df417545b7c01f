import * as vscode from 'vscode';
import type { Handler } from './registerCommands';
import { toPointed } from './pointed';
import type { Action, ActionContext, ActionOutcome } from '../actions/action';
import { actions } from '../actions/actions';
import { type ActionCommand, actionCommands } from '../actions/commands';
import type { Target, Values } from '../actions/field';
import { joinOutcomes } from '../actions/result';
import { runAction } from '../actions/runAction';
import { toTarget } from '../actions/target';
import { titleOf } from './titleOf';
import type { Core } from '../core';
import { pickAccount } from '../input/pickAccount';
import { pickResource } from '../input/pickResource';
import { t } from '../l10n';
import { toLoggedAction } from '../../resources/documents/loggedAction';
import { findKind } from '../../resources/kinds/kinds';
import { isObject } from '../../shared/json';

/**
 * Commands that act on the service. What they are called with is a row, a reference or a document's
 * URI, and where no person is to be asked an object `{values}` with the answers.
 */
export const actionHandlers = Object.fromEntries(
  actionCommands.map((command): [ActionCommand, Handler] => [
    command,
    (core, ...parameters) => act(core, command, parameters),
  ]),
) as Record<ActionCommand, Handler>;

async function act(
  core: Core,
  command: ActionCommand,
  parameters: readonly unknown[],
): Promise<ActionOutcome> {
  const candidates = actions.filter((action) => action.command === command);
  const given = toValues(parameters);
  const { working, pendingFirewalls } = core.explorer.sources;
  const context: ActionContext = {
    ...core,
    working,
    pendingFirewalls,
    titleOf: (command) => titleOf(core.extensionId, command),
    async noteWrite(write) {
      if (write.isDeletion && 'ids' in write.target) await core.explorer.forget(write.target);
      await core.changeLog.add(toLoggedAction(write, Date.now()));
    },
    t,
  };
  const pointed = toPointed(parameters);
  const plan = pointed.length > 0 ? match(candidates, pointed) : await pick(core, candidates);
  if (pointed.length > 0 && plan.size === 0) throw new Error(t('This cannot be done with that.'));
  const outcomes: ActionOutcome[] = [];
  for (const [action, targets] of plan) {
    // One question after the other.
    // oxlint-disable-next-line no-await-in-loop
    outcomes.push(await runAction(context, action, targets, given));
  }
  return joinOutcomes(outcomes);
}

/** Which action to perform on which of the things that were pointed at. */
function match(candidates: readonly Action[], pointed: readonly Target[]): Map<Action, Target[]> {
  const plan = new Map<Action, Target[]>();
  for (const each of pointed) {
    for (const action of candidates) {
      const target = toTarget(action, each);
      if (!target) continue;
      plan.set(action, [...(plan.get(action) ?? []), target]);
      break;
    }
  }
  return plan;
}

/** Asks what to act on, from the palette. */
async function pick(core: Core, candidates: readonly Action[]): Promise<Map<Action, Target[]>> {
  const action = await pickAction(candidates);
  const target = action && (await pickTarget(core, action));
  return new Map(action && target ? [[action, [target]]] : []);
}

async function pickAction(candidates: readonly Action[]): Promise<Action | undefined> {
  if (candidates.length === 1) return candidates[0];
  const items = candidates.map((action) => {
    const { names, icon } = findKind(kindOf(action));
    return { label: t(names.one), iconPath: new vscode.ThemeIcon(icon), action };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: t('What is it about?'),
    ignoreFocusOut: true,
  });
  return chosen?.action;
}

async function pickTarget(core: Core, { place }: Action): Promise<Target | undefined> {
  if ('resource' in place) return pickResource(core, place.resource);
  const kind = place.collection;
  const { parent } = findKind(kind);
  if (parent) {
    const reference = await pickResource(core, parent);
    return reference && { account: reference.account, kind, parents: reference.ids };
  }
  const account = await pickAccount(core.sessions);
  return account && { account: account.id, kind, parents: [] };
}

function kindOf({ place }: Action): Target['kind'] {
  return 'resource' in place ? place.resource : place.collection;
}

function toValues(parameters: readonly unknown[]): Values {
  const options = parameters.find((each) => isObject(each) && isObject(each['values']));
  return isObject(options) ? (options['values'] as Values) : {};
}
