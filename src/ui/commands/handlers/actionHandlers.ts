import type { MessageAction, Values } from '../../../base/questions';
import type { Handler, Services } from '../services';
import { toCommandTargets } from '../target';
import { toPaletteTarget } from '../../../explorer/paletteTarget';
import type { Action, ActionContext } from '../../../actions/action';
import { type ActionOutcome, joinOutcomes } from '../../../actions/result';
import { actions, toTarget } from '../../../actions/actions';
import { copyValues } from '../../../actions/question';
import type { ActionCommand } from '../../../actions/commands';
import type { ResourceReference, Target } from '../../../resources/reference';
import { runAction } from '../../../actions/runAction';
import { pickCollection, pickKind, pickResource } from '../../prompts/pickers/pickResource';
import { showMessage } from '../../editor/messages';
import { findKind } from '../../../resources/kinds/kinds';
import { isObject } from '../../../base/json';
import { t } from '../../../base/l10n';
import { titleOf } from '../../editor/titleOf';
import { systemClock } from '../../../api/scheduling/clock';
import { type ActionWrite, toLoggedAction } from '../../../documents/history/changeLog';
import { createdIn } from '../../../documents/writing/judge';
import { isAsMeant } from '../../../documents/writing/outcome';
import { platform } from '../../../platform/platform';
import { watchStarted } from '../../explorer/watch/watching';
import { isUnreadable } from '../../../explorer/documentedUse';
import { showDocument } from '../../documents/documentUri';

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
  if (plan.size > 0 || command !== 'serverManagement.createServer') return plan;
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
  const pick = action?.level === 'resource' ? pickResource : pickCollection;
  const target = action && (await pick(services, action.kind));
  return new Map(action && target ? [[action, [target]]] : []);
}

async function pickAction(
  services: Services,
  candidates: readonly Action[],
): Promise<Action | undefined> {
  if (candidates.length === 1) return candidates[0];
  const kinds = candidates.map(({ kind }) => kind);
  const kind = await pickKind(services, kinds, t('Select a resource type'));
  return candidates.find((action) => action.kind === kind);
}

function toValues(parameters: readonly unknown[]): Values {
  const options = parameters.find((each) => isObject(each) && isObject(each['values']));
  return isObject(options) ? copyValues(options['values']) : {};
}

export function toActionContext(services: Services): ActionContext {
  const { busyState, pendingFirewalls } = services.explorer.sources;
  return {
    ...services,
    busyState,
    clock: systemClock,
    pendingFirewalls,
    mayRepeatWrites: platform.mayRepeatWrites,
    guard: services.lockOutGuard,
    titleOf: (command) => titleOf(services.extensionId, command),
    showCreated: (...shown) => void showCreated(services, ...shown),
    watch: (kind, subject, before) =>
      watchStarted(services.watches, services.names, kind, subject, before),
    async noteWrite(write) {
      const isGone = write.verb === 'deleted' && isAsMeant(write.outcome);
      if (isGone && 'ids' in write.target) await services.explorer.forget(write.target);
      await keepApplied(services, write);
      const logged = toLoggedAction(write, Date.now());
      await services.changeLog.add(logged);
      if (!('ids' in write.target) && logged.reference.ids.length > write.target.parents.length) {
        await services.explorer.keep(logged.reference, createdIn(write.answer));
      }
    },
  };
}

/** Keeps what was applied but can't be read, so that its row can say so. */
async function keepApplied({ store, explorer }: Services, write: ActionWrite): Promise<void> {
  const { target, body, outcome, verb } = write;
  if (!('ids' in target) || findKind(target.kind).variable || !body) return;
  if (verb === 'deleted' || !isAsMeant(outcome) || !isUnreadable(store, target)) return;
  await explorer.sources.pins.add(target, body);
}

/** Reports that a resource was created, offers the next step and to open it, and selects its row. */
async function showCreated(
  services: Services,
  reference: ResourceReference,
  text: string,
  nexts: readonly MessageAction[],
): Promise<void> {
  const { explorer, store, log } = services;
  const canOpen =
    findKind(reference.kind).operations.read !== undefined && !isUnreadable(store, reference);
  const open = { title: t('Open'), run: () => showDocument(services, reference) };
  void showMessage('information', text, [...nexts, canOpen ? open : []].flat());
  const note = (error: unknown): void => log.warn(String(error));
  // The person may be typing elsewhere by now.
  await explorer.reveal(reference, true, false).catch(note);
  // The resource may not be in any loaded page.
  await explorer.known(reference).catch(note);
}
