import type { Action, ActionContext } from './action';
import type { Answers } from './questions/answers';
import { begin } from './begin';
import { performTargets, toUntried } from './performTargets';
import type { Form } from './questions/prompts';
import { QuestionReads } from './questions/questionReads';
import type { Field, Values } from '../documents/creations/field';
import { type Target, toKey } from '../resources/reference';
import { type ActionOutcome, toActionOutcome } from './result';
import { describeScope } from './subject';
import { rememberNames } from './target';
import { UnsuitableError } from './unsuitableError';

const cancelledOutcome: ActionOutcome = {
  status: 'cancelled',
  done: [],
  accepted: [],
  failed: [],
  unknown: [],
};

/**
 * Runs an action on its targets: asks its questions, shows progress and reports failures. Failures
 * are shown to the person here; the outcome is for the caller of the command.
 * @param passed answers from the caller of the command; the person is asked for the rest.
 * @throws UnsuitableError if the action is for a single target and there are several.
 */
export async function runAction(
  context: ActionContext,
  action: Action,
  chosen: readonly Target[],
  passed: Values = {},
): Promise<ActionOutcome> {
  const { t, titleOf } = context;
  const targets = [...new Map(chosen.map((target) => [toKey(target), target])).values()];
  const [first, ...others] = targets;
  if (!first) return cancelledOutcome;
  if (action.isSingleTarget && others.length > 0) {
    throw new UnsuitableError(
      t('"{0}" works on one resource at a time. Select only one.', titleOf(action.command)),
    );
  }
  const reads = new QuestionReads(context);
  const form = await prepareForm(context, action, targets, passed, reads);
  const leave = (): ActionOutcome => {
    if (form) context.leftForms.leave(nameForm(action, targets), form.kept);
    return cancelledOutcome;
  };
  const answered = await answer(context, form, passed);
  if (!answered) return leave();
  const answers = { ...answered, reads };
  const begun = await begin(context, action, targets, answers);
  if (begun === 'cancelled') return leave();
  if (begun === 'failed') return { ...cancelledOutcome, status: 'failed', failed: targets };
  const untried = targets.flatMap((target, index) =>
    toUntried({ context, action, answers }, target, begun.names[index] ?? ''),
  );
  if (untried.length === 0) return cancelledOutcome;
  const naming = rememberNames(context, targets);
  const run = { context, action, answers, form, guard: begun.guard, naming };
  return toActionOutcome(await performTargets(run, untried));
}

/** The questions that the passed values leave open; undefined if there are none. */
async function prepareForm(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  passed: Values,
  reads: QuestionReads,
): Promise<Form | undefined> {
  const isPassed = Object.keys(passed).length > 0;
  const fields = (action.fields?.(context.t) ?? []).filter(
    (field) => !isPassed || !isGiven(field, passed),
  );
  const [target] = targets;
  if (fields.length === 0 || !target) return undefined;
  const scope = await describeScope(context, targets);
  const title = [context.titleOf(action.command), scope].filter(Boolean).join(' · ');
  const asking = { fields, context: reads.context, target };
  return {
    title,
    ...asking,
    given: passed,
    kept: context.leftForms.take(nameForm(action, targets), fields),
  };
}

function nameForm({ command }: Action, targets: readonly Target[]): string {
  return [command, ...targets.map(toKey)].join(' ');
}

/** The answers to an action's questions: those passed, and the person's to the rest. */
async function answer(
  { prompts }: ActionContext,
  form: Form | undefined,
  passed: Values,
): Promise<Omit<Answers, 'reads'> | undefined> {
  if (!form) return { values: passed, passed, isAsked: false };
  const values = await prompts.ask(form);
  // If nothing was changed, nothing is sent.
  return values && Object.keys(values).length > 0 ? { values, passed, isAsked: true } : undefined;
}

function isGiven(field: Field, given: Values): boolean {
  if (field.type === 'switches') return true;
  if (field.type === 'settings') return field.fields.every((each) => isGiven(each, given));
  return (
    field.name in given ||
    ('isOptional' in field && field.isOptional) ||
    field.when?.(given) === false
  );
}
