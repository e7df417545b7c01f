import { askPassword } from './askPassword';
import { askSchedule } from './askSchedule';
import { askSwitches } from './askSwitches';
import { pickOption } from './pickOption';
import type { JsonValue } from '../../../shared/json';
import { askText } from '../../input/askText';
import type { StepOutcome, StepPosition } from '../../input/wizard';
import type { Field, Values } from '../field';
import type { Form } from '../prompts';

/** Asks the questions of a form in order, back and forth; nothing where the person gave up. */
export async function askForm(form: Form): Promise<Values | undefined> {
  const asked: { index: number; before: Values }[] = [];
  let values = form.given;
  for (let index = 0; index < form.fields.length; index += 1) {
    const field = form.fields[index];
    if (!field || !isAsked(field, values)) continue;
    const position = {
      title: form.title,
      step: asked.length + 1,
      totalSteps: form.fields.filter((each) => isAsked(each, values)).length,
    };
    // Each answer decides what the next question is.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await askField(field, form, values, position);
    if (outcome.type === 'cancel') return undefined;
    if (outcome.type === 'next') {
      asked.push({ index, before: values });
      values = outcome.state;
    } else {
      const last = asked.pop();
      index = (last?.index ?? 0) - 1;
      values = last?.before ?? form.given;
    }
  }
  return values;
}

function isAsked(field: Field, values: Values): boolean {
  return field.type === 'switches' || field.when?.(values) !== false;
}

async function askField(
  field: Field,
  form: Form,
  values: Values,
  position: StepPosition,
): Promise<StepOutcome<Values>> {
  const put = (outcome: StepOutcome<JsonValue>): StepOutcome<Values> =>
    outcome.type === 'next' && 'name' in field
      ? { type: 'next', state: { ...values, [field.name]: outcome.state } }
      : (outcome as StepOutcome<never>);
  switch (field.type) {
    case 'text': {
      const outcome = await askText(field, position);
      if (outcome.type !== 'next') return outcome;
      if (outcome.state === '' && field.isOptional) return { type: 'next', state: values };
      return put({ type: 'next', state: field.parse?.(outcome.state) ?? outcome.state });
    }
    case 'secret':
      return put(await askPassword(field, position));
    case 'choice':
      return put(await pickOption(field, form, position));
    case 'schedule':
      return put(await askSchedule(field, position));
    case 'switches': {
      const outcome = await askSwitches(field, form, position);
      return outcome.type === 'next'
        ? { type: 'next', state: { ...values, ...outcome.state } }
        : outcome;
    }
  }
}
