import { askPassword } from './askPassword';
import { askSchedule } from './askSchedule';
import { askSwitches } from './askSwitches';
import { type Kept, keptText } from './kept';
import { pickOption } from './pickOption';
import type { JsonValue } from '../../../shared/json';
import { askText } from '../../input/askText';
import type { StepOutcome, StepPosition } from '../../input/wizard';
import type { Field, Values } from '../field';
import type { Form } from '../prompts';

/**
 * Asks the questions of a form in order, back and forth; nothing where the person gave up. Who goes back
 * finds what they answered, secrets too: they are kept no longer than the form is open.
 */
export async function askForm(form: Form): Promise<Values | undefined> {
  const asked: { index: number; before: Values }[] = [];
  const kept = new Map<Field, Kept>();
  let values = form.given;
  for (let index = 0; index < form.fields.length; index += 1) {
    const field = form.fields[index];
    if (!field || !isAsked(field, values)) continue;
    const position = {
      title: form.title,
      step: asked.length + 1,
      totalSteps: form.fields.filter((each) => isAsked(each, values)).length,
    };
    const before = kept.get(field) ?? {};
    // Each answer decides what the next question is.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await askField(field, form, position, before);
    if (outcome.type === 'cancel') return undefined;
    if (outcome.type === 'next') {
      kept.set(field, { answer: outcome.state });
      asked.push({ index, before: values });
      values = { ...values, ...toValues(field, outcome.state) };
    } else {
      kept.set(field, { ...before, typed: outcome.typed });
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

/** The answer as it was given: a text as it was typed. */
async function askField(
  field: Field,
  form: Form,
  position: StepPosition,
  kept: Kept,
): Promise<StepOutcome<JsonValue | undefined>> {
  switch (field.type) {
    case 'text': {
      const text = keptText(kept);
      return askText(text === undefined ? field : { ...field, value: text }, position);
    }
    case 'secret':
      return askPassword(field, position, kept);
    case 'choice':
      return pickOption(field, form, position, kept);
    case 'schedule':
      return askSchedule(field, position, kept);
    case 'switches':
      return askSwitches(field, form, position, kept);
  }
}

/** What an answer adds to the values. */
function toValues(field: Field, answer: JsonValue | undefined): Values {
  if (answer === undefined) return {};
  if (field.type === 'switches') return answer as Values;
  if (field.type !== 'text' || typeof answer !== 'string') return { [field.name]: answer };
  if (answer === '' && field.isOptional) return {};
  return { [field.name]: field.parse?.(answer) ?? answer };
}
