import type { Values } from '../../../base/questions';
import type { Handler, Services } from '../services';
import { toActionContext } from '../actionContext';
import { toCommandTargets } from '../target';
import { toPaletteTarget } from '../../../explorer/paletteTarget';
import type { Action } from '../../../actions/action';
import { type ActionOutcome, joinOutcomes } from '../../../actions/result';
import { actions, toTarget } from '../../../actions/actions';
import { copyValues } from '../../../actions/answers';
import type { ActionCommand } from '../../../actions/commands';
import type { Target } from '../../../resources/reference';
import { runAction } from '../../../actions/runAction';
import { pickCollection, pickKind, pickResource } from '../../prompts/pickers/pickResource';
import { showMessage } from '../../editor/messages';
import type { KindId } from '../../../resources/kinds/kinds';
import { isObject } from '../../../base/json';
import { t } from '../../../base/l10n';

/**
 * Called with a row, a reference or a document's URI, and optionally with `{values}`. Menus and
 * lenses pass none: values come from another extension or a key binding, so the person has to
 * confirm them.
 */
export const actionHandlers = Object.fromEntries(
  actions.map(({ command }): [ActionCommand, Handler] => [
    command,
    (services, ...parameters) => runActionCommand(services, command, parameters),
  ]),
) as Record<ActionCommand, Handler>;

async function runActionCommand(
  services: Services,
  command: ActionCommand,
  parameters: readonly unknown[],
): Promise<ActionOutcome> {
  const candidates = actions.filter((action) => action.command === command);
  const passed = toValues(parameters);
  const context = toActionContext(services);
  const chosen = toCommandTargets(parameters);
  const plan =
    chosen.length > 0
      ? matchEnclosing(services, command, candidates, chosen)
      : await pickPlan(services, candidates);
  if (chosen.length > 0 && plan.size === 0) {
    void showMessage('warning', t("This command doesn't apply here."));
  }
  const outcomes: ActionOutcome[] = [];
  for (const [action, targets] of plan) {
    outcomes.push(await runAction(context, action, targets, passed));
  }
  return joinOutcomes(outcomes);
}

function match(candidates: readonly Action[], chosen: readonly Target[]): Map<Action, Target[]> {
  const plan = new Map<Action, Target[]>();
  for (const selected of chosen) {
    for (const action of candidates) {
      const target = toTarget(action, selected);
      if (!target) continue;
      plan.set(action, [...(plan.get(action) ?? []), target]);
      break;
    }
  }
  return plan;
}

/** The title of a view passes the focused row; the action may be for what encloses it. */
function matchEnclosing(
  { store }: Services,
  command: ActionCommand,
  candidates: readonly Action[],
  chosen: readonly Target[],
): Map<Action, Target[]> {
  const plan = match(candidates, chosen);
  if (plan.size > 0 || !titleCommands.has(command)) return plan;
  const enclosing = chosen
    .slice(0, 1)
    .flatMap((each) => toPaletteTarget(command, each, (reference) => store.find(reference)) ?? []);
  return match(candidates, enclosing);
}

async function pickPlan(
  services: Services,
  candidates: readonly Action[],
): Promise<Map<Action, Target[]>> {
  const action = await pickAction(services, candidates);
  const pick = action && 'resource' in action.place ? pickResource : pickCollection;
  const target = action && (await pick(services, kindOf(action)));
  return new Map(action && target ? [[action, [target]]] : []);
}

async function pickAction(
  services: Services,
  candidates: readonly Action[],
): Promise<Action | undefined> {
  if (candidates.length === 1) return candidates[0];
  const kind = await pickKind(services, candidates.map(kindOf), t('Select a resource type'));
  return candidates.find((action) => kindOf(action) === kind);
}

function kindOf({ place }: Action): KindId {
  return 'resource' in place ? place.resource : place.collection;
}

const titleCommands: ReadonlySet<ActionCommand> = new Set(['serverManagement.createServer']);

function toValues(parameters: readonly unknown[]): Values {
  const options = parameters.find((each) => isObject(each) && isObject(each['values']));
  return isObject(options) ? copyValues(options['values']) : {};
}
