import { askPassword } from './askPassword';
import { askSchedule } from './askSchedule';
import { savedStart, savedText } from '../../actions/questions/savedAnswer';
import { isObject, type JsonValue } from '../../base/json';
import { askWords } from './askWords';
import { askText } from './askText';
import { mapOutcome, type StepOutcome, type StepPosition } from '../../base/questions/wizard';
import {
  type ChoiceField,
  type Field,
  type Option,
  type Setting,
  type SettingsField,
  settingsOf,
  type SwitchesField,
  type SwitchOption,
  type Values,
} from '../../documents/creations/field';
import type { Form, SavedAnswer } from '../../actions/questions/prompts';
import type * as vscode from 'vscode';
import { askByPicking } from './quickPick';
import { refuseInvisible } from '../../documents/creations/fields';
import { nameConstant } from '../../resources/names/constants';
import { t } from '../../base/l10n';

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
  const { savedAnswers } = form;
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
    const before = savedAnswers.get(field) ?? {};
    // Each answer determines the next question.
    const outcome = await askField(field, { ...form, given: values }, position, before);
    if (outcome.type === 'next') {
      problems.delete(field);
      savedAnswers.set(field, { answer: outcome.state });
      asked.push({ index, before: values });
      values = { ...values, ...toFormValues(field, outcome.state) };
    } else {
      savedAnswers.set(field, { ...before, typed: outcome.typed });
      if (outcome.type === 'cancel') return undefined;
      const last = asked.pop();
      index = (last?.index ?? 0) - 1;
      values = last?.before ?? form.given;
    }
  }
  return values;
}

/** Answers the questions before the first rejected answer as before; going back reaches them. */
function replay({ fields, given, savedAnswers, refused }: Form): {
  readonly asked: AnsweredQuestion[];
  readonly values: Values;
  readonly index: number;
} {
  const asked: AnsweredQuestion[] = [];
  const end = fields.findIndex((field) => refused?.has(field));
  let values = given;
  for (const [index, field] of fields.slice(0, Math.max(0, end)).entries()) {
    if (!isAsked(field, values)) continue;
    const answered = savedAnswers.get(field);
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
  saved: SavedAnswer,
): Promise<StepOutcome<JsonValue | undefined>> {
  switch (field.type) {
    case 'text': {
      const text = savedText(saved);
      return askText(text === undefined ? field : { ...field, value: text }, position);
    }
    case 'secret':
      return askPassword(field, position, saved);
    case 'choice':
      return pickOption(field, form, position, saved);
    case 'schedule':
      return askSchedule(field, position, saved);
    case 'words':
      return askWords(field, form, position, saved);
    case 'switches':
      return askSwitches(field, form, position, saved);
    case 'settings':
      return askSettings(field, form.given, position, saved, async (setting, at, before) => {
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

interface OptionItem extends vscode.QuickPickItem {
  readonly value: JsonValue | undefined;
  readonly isWrong?: boolean;
}

/** Asks for one of several values, or another one if the field allows it. */
function pickOption(
  field: ChoiceField,
  { context, target }: Form,
  position: StepPosition,
  saved: SavedAnswer,
): Promise<StepOutcome<JsonValue | undefined>> {
  return askByPicking<OptionItem, { value: JsonValue | undefined }>({
    prompt: field.isOpen ? t('{0} (select or type)', field.prompt) : field.prompt,
    position,
    load: async (signal) => (await field.options(context, target, signal)).map(toOptionItem),
    ...(field.isOpen
      ? { filter: (typed: string, items: readonly OptionItem[]) => withTyped(field, typed, items) }
      : {}),
    unread: () => (field.unread?.() ?? []).map(toOptionItem),
    ...(field.isOpen || field.validate
      ? { typed: (typed: string) => (typed === '' ? [] : [toTypedOption(field, typed)]) }
      : {}),
    start: (items) => savedStart(saved, items, ({ value }) => value),
    toAnswer: ([chosen]) => (chosen && !chosen.isWrong ? { value: chosen.value } : undefined),
  }).then((outcome) =>
    outcome.type === 'next' ? { type: 'next', state: outcome.state.value } : outcome,
  );
}

function toOptionItem({ value, label, description }: Option): OptionItem {
  return { value, label, ...(description ? { description } : {}) };
}

function withTyped(
  field: ChoiceField,
  typed: string,
  items: readonly OptionItem[],
): readonly OptionItem[] {
  if (typed === '' || items.some(({ label }) => label === typed)) return items;
  const entry = toTypedOption(field, typed, items.length > 0);
  // Typed text that must be well formed, such as a number, is meant as a value rather than a
  // search.
  return field.validate ? [entry, ...items] : [...items, entry];
}

function toTypedOption(
  { validate, parse }: ChoiceField,
  typed: string,
  isUnlisted = false,
): OptionItem {
  const problem = validate?.(typed) ?? refuseInvisible(typed);
  // A number is as good as those in the list; a word is likely a mistake.
  const isOdd = isUnlisted && !validate;
  return {
    value: parse?.(typed) ?? typed,
    label: typed,
    description: problem ?? (isOdd ? t('Not in the list. Use it anyway') : t('Use what you typed')),
    alwaysShow: true,
    isWrong: problem !== undefined,
  };
}

interface SettingItem extends vscode.QuickPickItem {
  /** The setting to change; undefined for the entry that accepts all of them. */
  readonly setting: Setting | undefined;
}

/** Asks for the value of one setting. */
type AskSetting = (
  setting: Setting,
  position: StepPosition,
  saved: SavedAnswer,
) => Promise<StepOutcome<JsonValue | undefined>>;

/**
 * Shows all settings with their values: one keypress accepts them, and each can be changed first.
 * @param given the answers so far, which may include settings.
 */
async function askSettings(
  field: SettingsField,
  given: Values,
  position: StepPosition,
  { answer }: SavedAnswer,
  ask: AskSetting,
): Promise<StepOutcome<Values>> {
  const usual = settingsOf(field, given);
  let values = isObject(answer) ? answer : usual;
  for (let last: Setting | undefined; ;) {
    // Each answer determines what is shown next.
    const chosen = await pickSetting(field, { values, usual, last }, position);
    if (chosen.type !== 'next') return chosen;
    const { setting } = chosen.state;
    if (!setting) return { type: 'next', state: values };
    last = setting;
    const changed = await ask(
      setting,
      { ...position, hasBack: true },
      toSavedAnswer(setting, values),
    );
    if (changed.type === 'cancel') return changed;
    if (changed.type === 'next' && changed.state !== undefined) {
      values = settingsOf(field, { ...values, [setting.name]: changed.state });
    }
  }
}

function pickSetting(
  { fields, prompt }: SettingsField,
  { values, usual, last }: { values: Values; usual: Values; last: Setting | undefined },
  position: StepPosition,
): Promise<StepOutcome<SettingItem>> {
  const isUsual = JSON.stringify(values) === JSON.stringify(usual);
  const accept: SettingItem = {
    label: isUsual ? t('Use the Defaults') : t('Use These Settings'),
    setting: undefined,
  };
  const items = fields
    .filter(({ name }) => name in values)
    .map((setting): SettingItem => {
      return {
        label: setting.prompt,
        description: describeSettingValue(setting, values[setting.name]),
        setting,
      };
    });
  return askByPicking<SettingItem, SettingItem>({
    prompt: t('{0} (select one to change it)', prompt),
    position,
    load: () => [accept, ...items],
    start: () => ({ active: items.find(({ setting }) => setting === last) ?? accept }),
    toAnswer: ([chosen]) => chosen,
  });
}

/** A text box shows a number as text. */
function toSavedAnswer({ type, name }: Setting, values: Values): SavedAnswer {
  const answer = values[name];
  return { answer: type === 'text' && typeof answer === 'number' ? String(answer) : answer };
}

function describeSettingValue({ type }: Setting, value: JsonValue | undefined): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const word = type === 'choice' ? nameConstant(value) : value;
  return typeof word === 'number' || (typeof word === 'string' && word !== '')
    ? String(word)
    : t('none');
}

interface SwitchPickItem extends vscode.QuickPickItem {
  readonly option: SwitchOption;
}

/**
 * Shows switches with their current states as checkboxes; the answer contains only the changed
 * ones.
 */
function askSwitches(
  field: SwitchesField,
  { context, target }: Form,
  position: StepPosition,
  { answer }: SavedAnswer,
): Promise<StepOutcome<Values>> {
  const { toTyped } = field;
  const toItem = (option: SwitchOption): SwitchPickItem =>
    toSwitchItem(option, isObject(answer) && wasTurned(option, answer));
  let options: readonly SwitchOption[] = [];
  return askByPicking<SwitchPickItem, Values>({
    prompt: field.prompt,
    position,
    canPickMany: true,
    load: async (signal) => {
      options = await field.options(context, target, signal);
      return options.map(toItem);
    },
    unread: () => (options = field.unread?.() ?? []).map(toItem),
    ...(toTyped
      ? {
          typed: (typed: string) => {
            options = toTyped(typed);
            return options.map((option) => ({ ...toSwitchItem(option, false), alwaysShow: true }));
          },
        }
      : {}),
    toAnswer: (chosen) => {
      const on = new Set(chosen.map(({ option }) => option));
      const changed = options.filter((option) => on.has(option) !== option.isOn);
      return Object.fromEntries(changed.map(({ name, isOn, sets = !isOn }) => [name, sets]));
    },
  });
}

/** False if the state already is as answered: it may have been applied in the meantime. */
function wasTurned(
  { name, isOn, sets = !isOn }: SwitchOption,
  answer: Record<string, unknown>,
): boolean {
  return answer[name] === sets;
}

function toSwitchItem(option: SwitchOption, isTurned: boolean): SwitchPickItem {
  const { label, description, isOn } = option;
  return { label, picked: isOn !== isTurned, option, ...(description ? { description } : {}) };
}
