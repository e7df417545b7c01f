import type { Action, ActionContext, ActionOutcome } from './action';
import { askBefore } from './askBefore';
import type { Field, Target, Values } from './field';
import { performAll } from './performAll';
import type { Failure } from './prompts';
import { findName } from './target';

const cancelled: ActionOutcome = { status: 'cancelled', done: [], failed: [] };

/**
 * Performs an action on its targets: asks what is to be asked, shows progress, and says what failed.
 * Failures are told to the person here; the outcome is for whoever ran the command.
 * @param given answers from whoever runs it without a person; what they leave open is asked.
 */
export async function runAction(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  given: Values = {},
): Promise<ActionOutcome> {
  const [first] = targets;
  if (!first) return cancelled;
  const title = action.doing(
    targets.length === 1 ? findName(context, first) : String(targets.length),
    context.t,
  );
  const values = await answer(context, action, first, given, title);
  if (!values) return cancelled;
  const mayGoOn = await mayBegin(context, action, targets, values, title);
  if (mayGoOn === 'failed') return { status: 'failed', done: [], failed: targets };
  return mayGoOn ? perform(context, action, targets, values, title) : cancelled;
}

/** Asks whether to begin. Where the question itself can't be put, that is told and may be tried again. */
async function mayBegin(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  values: Values,
  title: string,
): Promise<boolean | 'failed'> {
  const stop = new AbortController();
  try {
    return await askBefore(context, action, targets, values, stop.signal);
  } catch (error) {
    const failures = [{ name: '', error }];
    return (await context.prompts.askToRetry({ title, total: targets.length, failures }))
      ? mayBegin(context, action, targets, values, title)
      : 'failed';
  }
}

async function perform(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  values: Values,
  title: string,
): Promise<ActionOutcome> {
  const { prompts, t } = context;
  const { done, failures, isCancelled, message } = await prompts.show({
    title,
    run: (signal, report) => performAll(context, action, targets, values, signal, report),
  });
  if (failures.length === 0) {
    if (isCancelled) return { status: 'cancelled', done, failed: [] };
    prompts.tell(message ? `${title}: ${message}` : t('{0}: done.', title));
    return { status: 'done', done, failed: [] };
  }
  const failed = failures.map(({ target }) => target);
  const summary = { title, total: targets.length, failures: failures as readonly Failure[] };
  if (!(await prompts.askToRetry(summary))) return { status: 'failed', done, failed };
  const again = await perform(context, action, failed, values, title);
  return { ...again, done: [...done, ...again.done] };
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
