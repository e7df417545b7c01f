import { nameConstant } from '../../resources/names/constants';
import type * as vscode from 'vscode';
import { askByPicking } from './quickPick';
import type { StepOutcome, StepPosition } from '../../base/questions/wizard';
import { t } from '../editor/l10n';
import type { Kept } from '../../actions/questions/prompts';
import { isObject, type JsonValue } from '../../base/json';
import {
  type Setting,
  type SettingsField,
  settingsOf,
  type Values,
} from '../../documents/creations/field';

interface SettingItem extends vscode.QuickPickItem {
  /** The setting to change; undefined for the entry that accepts all of them. */
  readonly setting: Setting | undefined;
}

/** Asks for the value of one setting. */
type AskSetting = (
  setting: Setting,
  position: StepPosition,
  kept: Kept,
) => Promise<StepOutcome<JsonValue | undefined>>;

/**
 * Shows all settings with their values: one keypress accepts them, and each can be changed first.
 * @param given the answers so far, which may include settings.
 */
export async function askSettings(
  field: SettingsField,
  given: Values,
  position: StepPosition,
  { answer }: Kept,
  ask: AskSetting,
): Promise<StepOutcome<Values>> {
  const usual = settingsOf(field, given);
  let values = isObject(answer) ? answer : usual;
  for (let last: Setting | undefined; ;) {
    // Each answer determines what is shown next.
    // oxlint-disable-next-line no-await-in-loop
    const chosen = await pickSetting(field, { values, usual, last }, position);
    if (chosen.type !== 'next') return chosen;
    const { setting } = chosen.state;
    if (!setting) return { type: 'next', state: values };
    last = setting;
    // oxlint-disable-next-line no-await-in-loop
    const changed = await ask(
      setting,
      { ...position, hasBack: true },
      toKeptAnswer(setting, values),
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
function toKeptAnswer({ type, name }: Setting, values: Values): Kept {
  const answer = values[name];
  return { answer: type === 'text' && typeof answer === 'number' ? String(answer) : answer };
}

function describeSettingValue({ type }: Setting, value: JsonValue | undefined): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const word = type === 'choice' ? nameConstant(value, t) : value;
  return typeof word === 'number' || (typeof word === 'string' && word !== '')
    ? String(word)
    : t('none');
}
