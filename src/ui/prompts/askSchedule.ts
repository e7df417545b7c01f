import {
  savedStart,
  type StepOutcome,
  type StepPosition,
  type SavedAnswer,
  type ScheduleField,
} from '../../base/questions';
import type * as vscode from 'vscode';
import { askByPicking, type Explanation } from './quickPick';
import {
  describeCronProblem,
  describeRuns,
  nameAnySchedule,
} from '../../resources/cron/describeRuns';
import { parseSchedule } from '../../resources/cron/cronSchedule';
import { splitTime } from '../../resources/cron/cronTime';
import { t } from '../../base/l10n';

interface ScheduleItem extends vscode.QuickPickItem {
  /** Undefined if the typed text isn't a schedule yet. */
  readonly time: string | undefined;
  /** Why it isn't one. */
  readonly problem?: string;
  /** True if it was typed, and isn't in words yet. */
  readonly isTyped?: true;
}

/** Asks when a cron job runs: from a list or typed, with the next runs of the highlighted choice. */
export function askSchedule(
  field: ScheduleField,
  position: StepPosition,
  saved: SavedAnswer,
): Promise<StepOutcome<string>> {
  return askByPicking<ScheduleItem, string>({
    prompt: t('{0}: select one, or type minute hour day month weekday', field.prompt),
    position,
    load: () => presets().map(([label, time]) => ({ label, description: time, time })),
    filter: (typed, items) => (typed === '' ? items : [...toTypedSchedule(typed), ...items]),
    explain: (item) =>
      item.problem === undefined ? explainChoice(item) : { detail: item.problem },
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

function explainChoice({ time = '', isTyped }: ScheduleItem): Explanation {
  const detail = describeRuns(time, new Date());
  if (!isTyped) return { detail };
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
