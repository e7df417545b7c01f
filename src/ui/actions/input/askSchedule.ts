import type * as vscode from 'vscode';
import { type Kept, keptStart } from './kept';
import { askByPicking } from './quickPick';
import { describeRuns } from './describeRuns';
import { parseSchedule } from '../../../resources/cronSchedule';
import { splitTime } from '../../../resources/cronTime';
import { nameField } from '../../../resources/describeSchedule';
import type { StepOutcome, StepPosition } from '../../input/wizard';
import { t } from '../../l10n';
import type { ScheduleField } from '../field';

interface Item extends vscode.QuickPickItem {
  /** Nothing where what is typed is no schedule yet. */
  readonly time: string | undefined;
}

/** Asks when a cron job runs: from a list, or typed; each with its next five runs. */
export function askSchedule(
  field: ScheduleField,
  position: StepPosition,
  kept: Kept,
): Promise<StepOutcome<string>> {
  return askByPicking<Item, string>({
    prompt: t('{0} Choose, or type: minute hour day month weekday', field.prompt),
    position,
    load: () => presets().map(([label, time]) => toItem(label, time)),
    filter: (typed, items) => (typed === '' ? items : [...toTyped(typed), ...items]),
    start: (items) => keptStart(kept, items, ({ time }) => time),
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

function toItem(label: string, time: string): Item {
  return { label, description: time, detail: describeRuns(time, new Date()), time };
}

/** The entry for what is typed, where it is meant as a schedule rather than as a search. */
function toTyped(typed: string): Item[] {
  if (!/[\d*]/.test(typed)) return [];
  const parts = typed.split(/\s+/);
  const problem = findProblem(typed, parts.length);
  return [
    {
      label: typed,
      ...(problem ? {} : { description: t('as typed') }),
      detail: problem ?? describeRuns(typed, new Date()),
      alwaysShow: true,
      time: problem ? undefined : parts.join(' '),
    },
  ];
}

function findProblem(typed: string, count: number): string | undefined {
  if (count < 5) return t('{0} of 5 fields: minute hour day month weekday', count);
  if (count > 5) return t('Five fields are enough: minute hour day month weekday');
  const schedule = parseSchedule(splitTime(typed));
  return 'field' in schedule
    ? t('"{0}" is not what cron understands for {1}.', schedule.text, nameField(schedule.field, t))
    : undefined;
}
