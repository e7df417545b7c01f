import { askPassword } from './askPassword';
import { askSchedule } from './askSchedule';
import { askSettings } from './askSettings';
import { askSwitches } from './askSwitches';
import { keptText } from '../../actions/questions/kept';
import { pickOption } from './pickOption';
import type { JsonValue } from '../../base/json';
import { askWords } from './askWords';
import { askText } from './askText';
import { mapOutcome, type StepOutcome, type StepPosition } from '../../base/questions/wizard';
import type { Field, Values } from '../../documents/creations/field';
import type { Form, Kept } from '../../actions/questions/prompts';

/** An answered question: its place in the form, and the values before it. */
interface AnsweredQuestion {
  readonly index: number;
  readonly before: Values;
}

/**
 * Asks a form's questions in order, back and forth; undefined if the person cancelled. Going back
 * shows the earlier answers, including secrets, which are kept only as long as the form.
 */
export async function askForm(form: Form): Promise<Values | undefined> {
  const { kept } = form;
  const problems = new Map(form.refused);
  const { asked, ...start } = replay(form);
  let { values } = start;
  for (let { index } = start; index < form.fields.length; index += 1) {
    const field = form.fields[index];
    if (!field || !isAsked(field, values)) continue;
    const position = {
      title: form.title,
      step: asked.length + 1,
      totalSteps: form.fields.filter((each) => isAsked(each, values)).length,
      problem: problems.has(field) ? `${field.prompt}: ${problems.get(field)}` : undefined,
    };
    const before = kept.get(field) ?? {};
    // Each answer determines the next question.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await askField(field, { ...form, given: values }, position, before);
    if (outcome.type === 'next') {
      problems.delete(field);
      kept.set(field, { answer: outcome.state });
      asked.push({ index, before: values });
      values = { ...values, ...toFormValues(field, outcome.state) };
    } else {
      kept.set(field, { ...before, typed: outcome.typed });
      if (outcome.type === 'cancel') return undefined;
      const last = asked.pop();
      index = (last?.index ?? 0) - 1;
      values = last?.before ?? form.given;
    }
  }
  return values;
}

/** Answers the questions before the first rejected answer as before; going back reaches them. */
function replay({ fields, given, kept, refused }: Form): {
  readonly asked: AnsweredQuestion[];
  readonly values: Values;
  readonly index: number;
} {
  const asked: AnsweredQuestion[] = [];
  const end = fields.findIndex((field) => refused?.has(field));
  let values = given;
  for (const [index, field] of fields.slice(0, Math.max(0, end)).entries()) {
    if (!isAsked(field, values)) continue;
    const answered = kept.get(field);
    if (!answered || !('answer' in answered)) return { asked, values, index };
    asked.push({ index, before: values });
    values = { ...values, ...toFormValues(field, answered.answer) };
  }
  return { asked, values, index: Math.max(0, end) };
}

function isAsked(field: Field, values: Values): boolean {
  return field.type === 'switches' || field.type === 'settings' || field.when?.(values) !== false;
}

/** The answer as given, so a text as it was typed. */
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
    case 'words':
      return askWords(field, form, position, kept);
    case 'switches':
      return askSwitches(field, form, position, kept);
    case 'settings':
      return askSettings(field, form.given, position, kept, async (setting, at, before) => {
        const outcome = await askField(setting, form, at, before);
        return mapOutcome(outcome, (answer) => toFormValue(setting, answer));
      });
  }
}

/** The values that an answer adds. */
function toFormValues(field: Field, answer: JsonValue | undefined): Values {
  if (answer === undefined) return {};
  if (field.type === 'settings') return answer as Values;
  if (field.type === 'switches') {
    const isChanged = Object.keys(answer as Values).length > 0;
    return field.name === undefined
      ? (answer as Values)
      : isChanged
        ? { [field.name]: answer }
        : {};
  }
  if (answer === '' && 'isOptional' in field && field.isOptional) return {};
  return { [field.name]: toFormValue(field, answer) ?? answer };
}

/** The value of an answer, which is a text as it was typed. */
function toFormValue(field: Field, answer: JsonValue | undefined): JsonValue | undefined {
  if (field.type !== 'text' || typeof answer !== 'string') return answer;
  return field.parse?.(answer) ?? answer;
}
