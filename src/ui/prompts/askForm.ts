import * as vscode from 'vscode';
import {
  type ChoiceField,
  type Field,
  type Form,
  type Option,
  runForm,
  type SavedAnswer,
  savedStart,
  type Setting,
  type SettingsField,
  type StepOutcome,
  type StepPosition,
  type SwitchesField,
  type SwitchOption,
  type TextField,
  toFormValue,
  type Values,
  type ScheduleField,
  type SecretField,
  initialTextOf,
} from '../../base/questions';
import { isObject, type JsonValue } from '../../base/json';
import { askByPicking, askWords, type Explanation, showStep } from './quickPick';
import { settingsOf, refuseInvisible } from '../../documents/creations/fields';
import { nameConstant } from '../../resources/names/constants';
import { t } from '../../base/l10n';
import {
  describeCronProblem,
  describeRuns,
  nameAnySchedule,
} from '../../resources/cron/describeRuns';
import { parseSchedule, splitTime } from '../../resources/cron/cronSchedule';
import { makePassword } from '../../actions/makePassword';
import { createInputBox } from '../editor/quickInput';
import { showBriefly } from '../editor/statusBar';

export function askForm<From extends readonly unknown[]>(
  form: Form<From>,
): Promise<Values | undefined> {
  return runForm(form, askField);
}

/** Asks questions that need nothing but their answers. */
export function askFields(title: string, fields: readonly Field[]): Promise<Values | undefined> {
  return askForm({ title, fields, from: [], given: {}, savedAnswers: new Map() });
}

export async function askOne(title: string, field: TextField): Promise<string | undefined> {
  const values = await askFields(title, [field]);
  return values && (values[field.name] as string);
}

function askField<From extends readonly unknown[]>(
  field: Field<From>,
  form: Form<From>,
  position: StepPosition,
  saved: SavedAnswer,
): Promise<StepOutcome<JsonValue | undefined>> {
  switch (field.type) {
    case 'text':
    case 'secret':
      return askText(field, form.given, position, saved);
    case 'choice':
      return pickOption(field, form, position, saved);
    case 'schedule':
      return askSchedule(field, position, saved);
    case 'words':
      return askWords(field, form, position, saved);
    case 'switches':
      return askSwitches(field, form, position, saved);
    case 'settings':
      return askSettings(field, form, position, saved);
  }
}

interface OptionItem extends vscode.QuickPickItem {
  readonly value: JsonValue | undefined;
  readonly isWrong?: boolean;
}

function pickOption<From extends readonly unknown[]>(
  field: ChoiceField<From>,
  { from }: Form<From>,
  position: StepPosition,
  saved: SavedAnswer,
): Promise<StepOutcome<JsonValue | undefined>> {
  return askByPicking<OptionItem, { value: JsonValue | undefined }>({
    prompt: field.prompt,
    position,
    load: async (signal) => (await field.options(...from, signal)).map(toOptionItem),
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

function toOptionItem({ value, label, description, detail }: Option): OptionItem {
  return { value, label, ...(description && { description }), ...(detail && { detail }) };
}

function withTyped(
  field: ChoiceField<never>,
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
  { validate, warn, parse }: ChoiceField<never>,
  typed: string,
  isUnlisted = false,
): OptionItem {
  const problem = validate?.(typed) ?? refuseInvisible(typed);
  // A number is as good as those in the list; a word is likely a mistake.
  const isOdd = isUnlisted && !validate;
  return {
    value: parse?.(typed) ?? typed,
    label: typed,
    description:
      problem ??
      warn?.(typed) ??
      (isOdd ? t('Not in the list. Use it anyway') : t('Use what you typed')),
    alwaysShow: true,
    isWrong: problem !== undefined,
  };
}

interface SettingItem<From extends readonly unknown[]> extends vscode.QuickPickItem {
  /** The setting to change; undefined for the entry that accepts all of them. */
  readonly setting: Setting<From> | undefined;
}

/** One keypress accepts all settings. */
async function askSettings<From extends readonly unknown[]>(
  field: SettingsField<From>,
  form: Form<From>,
  position: StepPosition,
  { answer }: SavedAnswer,
): Promise<StepOutcome<Values>> {
  // The answers so far may include settings.
  const usual = settingsOf(field, form.given);
  let values = isObject(answer) ? answer : usual;
  for (let last: Setting<From> | undefined; ;) {
    // Each answer determines what is shown next.
    const chosen = await pickSetting(field, form, { values, usual, last }, position);
    if (chosen.type !== 'next') return chosen;
    const { setting } = chosen.state;
    if (!setting) return { type: 'next', state: values };
    last = setting;
    const at = { ...position, hasBack: true };
    const changed = await askField<From>(setting, form, at, toSavedAnswer(setting, values));
    if (changed.type === 'cancel') return changed;
    const value = changed.type === 'next' ? toFormValue(setting, changed.state) : undefined;
    if (value !== undefined) values = settingsOf(field, { ...values, [setting.name]: value });
  }
}

function pickSetting<From extends readonly unknown[]>(
  { fields, prompt, explain }: SettingsField<From>,
  { given, from }: Form<From>,
  { values, usual, last }: { values: Values; usual: Values; last: Setting<From> | undefined },
  position: StepPosition,
): Promise<StepOutcome<SettingItem<From>>> {
  const isUsual = JSON.stringify(values) === JSON.stringify(usual);
  const accept: SettingItem<From> = {
    label: isUsual ? t('Use the Defaults') : t('Use These Settings'),
    setting: undefined,
  };
  const items = fields
    .filter(({ name }) => name in values)
    .map((setting): SettingItem<From> => {
      return {
        label: setting.prompt,
        description: describeSettingValue(setting, values[setting.name]),
        setting,
      };
    });
  return askByPicking<SettingItem<From>, SettingItem<From>>({
    prompt: t('{0} (select one to change it)', prompt),
    position,
    load: async (signal) => {
      const detail = await explain?.({ ...given, ...values }, ...from, signal);
      return [detail ? Object.assign(accept, { detail }) : accept, ...items];
    },
    start: () => ({ active: items.find(({ setting }) => setting === last) ?? accept }),
    toAnswer: ([chosen]) => chosen,
  });
}

/** A text box shows a number as text. */
function toSavedAnswer({ type, name }: Setting<never>, values: Values): SavedAnswer {
  const answer = values[name];
  return { answer: type === 'text' && typeof answer === 'number' ? String(answer) : answer };
}

function describeSettingValue({ type }: Setting<never>, value: JsonValue | undefined): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const word = type === 'choice' ? nameConstant(value) : value;
  return typeof word === 'number' || (typeof word === 'string' && word !== '')
    ? String(word)
    : t('none');
}

interface SwitchPickItem extends vscode.QuickPickItem {
  readonly option: SwitchOption;
}

/** As checkboxes with their current states; the answer contains only the changed ones. */
function askSwitches<From extends readonly unknown[]>(
  field: SwitchesField<From>,
  { from }: Form<From>,
  position: StepPosition,
  { answer }: SavedAnswer,
): Promise<StepOutcome<Values>> {
  const { toTyped } = field;
  const toItem = (option: SwitchOption): SwitchPickItem => toSwitchItem(option, answer);
  let options: readonly SwitchOption[] = [];
  return askByPicking<SwitchPickItem, Values>({
    prompt: field.prompt,
    position,
    canPickMany: true,
    load: async (signal) => {
      options = await field.options(...from, signal);
      return options.map(toItem);
    },
    unread: () => (options = field.unread?.() ?? []).map(toItem),
    ...(toTyped
      ? {
          typed: (typed: string) => {
            options = toTyped(typed);
            return options.map((option) => ({ ...toSwitchItem(option), alwaysShow: true }));
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

function toSwitchItem(option: SwitchOption, answer?: JsonValue): SwitchPickItem {
  const { name, label, description, isOn, sets = !isOn } = option;
  // The state already is as answered if that was applied in the meantime.
  const isTurned = isObject(answer) && answer[name] === sets;
  return { label, picked: isOn !== isTurned, option, ...(description ? { description } : {}) };
}

interface ScheduleItem extends vscode.QuickPickItem {
  /** Undefined if the typed text isn't a schedule yet. */
  readonly time: string | undefined;
  readonly problem?: string;
  /** True if it was typed, and isn't in words yet. */
  readonly isTyped?: true;
}

/** Asks when a cron job runs: from a list or typed, with the next runs of the highlighted choice. */
function askSchedule(
  field: ScheduleField,
  position: StepPosition,
  saved: SavedAnswer,
): Promise<StepOutcome<string>> {
  return askByPicking<ScheduleItem, string>({
    prompt: t('{0}: select one, or type minute hour day month weekday', field.prompt),
    position,
    load: () => presets().map(([label, time]) => ({ label, description: time, time })),
    filter: (typed, items) => (typed === '' ? items : [...toTypedSchedule(typed), ...items]),
    explain: explainChoice,
    start: (items) => savedStart(saved, items, ({ time }) => time),
    toAnswer: ([chosen]) => chosen?.time,
  });
}

function presets(): [label: string, time: string][] {
  return [
    [t('Every minute'), '* * * * *'],
    [t('Every 5 minutes'), '*/5 * * * *'],
    [t('Every 15 minutes'), '*/15 * * * *'],
    [t('Every hour'), '0 * * * *'],
    [t('Every 6 hours'), '0 */6 * * *'],
    [t('Every day at midnight'), '0 0 * * *'],
    [t('Every day at 3:00'), '0 3 * * *'],
    [t('On weekdays at 8:00'), '0 8 * * 1-5'],
    [t('Every Sunday at 4:00'), '0 4 * * 0'],
    [t('On the first of the month at 5:00'), '0 5 1 * *'],
  ];
}

function explainChoice({ time = '', isTyped, problem }: ScheduleItem): Explanation {
  const detail = problem ?? describeRuns(time, new Date());
  if (!isTyped || problem !== undefined) return { detail };
  return { description: nameAnySchedule(time), detail };
}

/** The entry for the typed text, if it's meant as a schedule rather than a search. */
function toTypedSchedule(typed: string): ScheduleItem[] {
  if (!/[\d*]/.test(typed)) return [];
  const parts = typed.split(/\s+/);
  const problem = findScheduleProblem(typed, parts.length);
  return [
    {
      label: typed,
      ...(problem ? { problem } : { description: t('Use what you typed') }),
      alwaysShow: true,
      isTyped: true,
      time: problem ? undefined : parts.join(' '),
    },
  ];
}

function findScheduleProblem(typed: string, count: number): string | undefined {
  if (count < 5) return t('{0} of 5 fields: minute hour day month weekday', count);
  if (count > 5) return t('Use exactly five fields: minute hour day month weekday');
  const schedule = parseSchedule(splitTime(typed));
  return 'field' in schedule ? describeCronProblem(schedule) : undefined;
}

/** Surrounding spaces are trimmed; a secret is masked unless revealed, and can be generated. */
function askText(
  field: TextField | SecretField,
  given: Values,
  position: StepPosition,
  saved: SavedAnswer,
): Promise<StepOutcome<string>> {
  const isSecret = field.type === 'secret';
  const box = createInputBox();
  box.prompt = field.prompt;
  box.value = initialTextOf(field, given, saved);
  box.password = isSecret;
  if (!isSecret && field.placeholder) box.placeholder = field.placeholder;
  const read = (text: string): string => (isSecret ? text : text.trim());
  const warn = (text: string): vscode.InputBoxValidationMessage | undefined => {
    const message = field.warn?.(read(text));
    return message ? { message, severity: vscode.InputBoxValidationSeverity.Warning } : undefined;
  };
  box.validationMessage = position.problem ?? (box.value === '' ? undefined : warn(box.value));
  const stop = new AbortController();
  return showStep<string>(
    box,
    position,
    (answer) => {
      box.onDidChangeValue((text) => {
        // An empty box shows its question; what follows from leaving it empty is said on Enter.
        box.validationMessage =
          text === '' ? undefined : (field.validate?.(read(text)) ?? warn(text));
      });
      box.onDidAccept(async () => {
        if (box.busy) return;
        const isOwn = isSecret && field.isGenerated && !field.isOptional && !field.validate;
        if (isOwn && box.value === '') {
          await generateInto(box);
          showBriefly(t('Generated and copied to the clipboard.'));
        }
        const text = read(box.value);
        const check = async (): Promise<string | undefined> =>
          field.check?.(text, given, stop.signal);
        const problem = field.validate?.(text) ?? (field.check && (await checkBusily(box, check)));
        const warning = warn(text);
        if (problem) box.validationMessage = problem;
        else if (warning && !box.validationMessage) box.validationMessage = warning;
        else answer(text);
      });
    },
    stop,
    () => (isSecret ? secretButtons(box, field.isGenerated) : []),
  );
}

/** Returns what's wrong with an accepted text; the box is disabled until that is known. */
async function checkBusily(
  box: vscode.InputBox,
  check: () => Promise<string | undefined>,
): Promise<string | undefined> {
  box.busy = true;
  box.enabled = false;
  try {
    return await check();
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}

function secretButtons(box: vscode.InputBox, isGenerated: boolean) {
  const generate = {
    iconPath: new vscode.ThemeIcon('sparkle'),
    tooltip: t('Generate and Copy a Password'),
    press: () => void generateInto(box),
  };
  const reveal = {
    iconPath: new vscode.ThemeIcon(box.password ? 'eye' : 'eye-closed'),
    tooltip: box.password ? t('Show Input') : t('Hide Input'),
    press: () => (box.password = !box.password),
  };
  return isGenerated ? [generate, reveal] : [reveal];
}

async function generateInto(box: vscode.InputBox): Promise<void> {
  box.value = makePassword();
  box.validationMessage = undefined;
  await vscode.env.clipboard.writeText(box.value);
  box.prompt = t('Generated and copied to the clipboard.');
}
