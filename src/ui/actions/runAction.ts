import type { Action, ActionContext, ActionOutcome } from './action';
import { askBefore } from './askBefore';
import type { Field, Target, Values } from './field';
import { performAll } from './performAll';
import { inState, type Result, toOutcome } from './result';
import { describeTargets } from './thing';
import { ApiError } from '../../api/errors';
import { toKey } from '../../resources/reference';
import { toPlain } from '../safeText';

const cancelled: ActionOutcome = { status: 'cancelled', done: [], failed: [] };

/**
 * Performs an action on its targets: asks what is to be asked, shows progress, and says what failed.
 * Failures are told to the person here; the outcome is for whoever ran the command.
 * @param given answers from whoever runs it without a person; what they leave open is asked.
 * @throws Error where the action is for one thing only and there are several.
 */
export async function runAction(
  context: ActionContext,
  action: Action,
  pointed: readonly Target[],
  given: Values = {},
): Promise<ActionOutcome> {
  const { t, titleOf } = context;
  const targets = [...new Map(pointed.map((target) => [toKey(target), target])).values()];
  const [first, ...others] = targets;
  if (!first) return cancelled;
  if (action.isForOne && others.length > 0) {
    throw new Error(
      t('"{0}" is for one thing at a time. Select only one.', titleOf(action.command)),
    );
  }
  const title = action.doing(describeTargets(context, targets), t);
  const values = await answer(context, action, first, given, title);
  if (!values) return cancelled;
  const names = await begin(context, action, targets, values, title);
  if (names === 'cancelled') return cancelled;
  if (names === 'failed') return { status: 'failed', done: [], failed: targets };
  const untried = targets.map((target, index): Result => {
    return { target, name: names[index] ?? '', state: { type: 'untried' } };
  });
  return toOutcome(await perform(context, action, untried, values, title));
}

/**
 * Asks whether to begin; answers what the targets are called. Where the question itself can't be put,
 * that is told and may be tried again.
 */
async function begin(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  values: Values,
  title: string,
): Promise<readonly string[] | 'cancelled' | 'failed'> {
  try {
    return (await askBefore(context, action, targets, values)) ?? 'cancelled';
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'cancelled') return 'cancelled';
    const results = targets
      .slice(0, 1)
      .map((target): Result => ({ target, name: title, state: { type: 'failed', error } }));
    return (await context.prompts.askToRetry({ title, results }))
      ? begin(context, action, targets, values, title)
      : 'failed';
  }
}

/** Performs it, and again on what is not done for as long as the person wants that. */
async function perform(
  context: ActionContext,
  action: Action,
  before: readonly Result[],
  values: Values,
  title: string,
): Promise<readonly Result[]> {
  const { prompts, t } = context;
  const results = await prompts.show({
    title,
    run: (signal, report) => performAll(context, action, before, values, signal, report),
  });
  const [first, ...others] = results;
  if (inState(results, 'done').length === results.length) {
    const message = others.length === 0 && first?.state.type === 'done' ? first.state.message : '';
    prompts.tell(message ? `${title}: ${toPlain(message)}` : t('{0}: done.', title));
    return results;
  }
  // Who stops a single thing knows that.
  const isToldOf = others.length > 0 || first?.state.type === 'failed';
  return isToldOf && (await prompts.askToRetry({ title, results }))
    ? perform(context, action, results, values, title)
    : results;
}

/** The answers to an action's questions: those given, and the person's to what they leave open. */
async function answer(
  context: ActionContext,
  action: Action,
  target: Target,
  given: Values,
  title: string,
): Promise<Values | undefined> {
  const isGiven = Object.keys(given).length > 0;
  const asked = (action.fields?.(context.t) ?? []).filter(
    (field) => !isGiven || !isAnswered(field, given),
  );
  if (asked.length === 0) return given;
  const values = await context.prompts.ask({ title, fields: asked, context, target, given });
  // Nothing chosen to be changed is nothing to be sent.
  return values && Object.keys(values).length > 0 ? values : undefined;
}

function isAnswered(field: Field, given: Values): boolean {
  if (field.type === 'switches') return true;
  return (
    field.name in given ||
    ('isOptional' in field && field.isOptional) ||
    field.when?.(given) === false
  );
}
