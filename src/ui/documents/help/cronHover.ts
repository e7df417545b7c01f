import * as vscode from 'vscode';
import { findSchedule } from './schedule';
import { describeSchedule, nameField } from '../../../resources/describeSchedule';
import { parseSchedule } from '../../../resources/cronSchedule';
import { splitTime } from '../../../resources/cronTime';
import { describeRuns } from '../../actions/input/describeRuns';
import { t } from '../../l10n';

/** Says what a cron field means together with the others, and when the job runs next. */
export function explainSchedule(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  if (!document.uri.path.endsWith('.cron-job.json')) return undefined;
  const schedule = findSchedule(document.getText());
  const offset = document.offsetAt(position);
  const isOver = [...(schedule?.places.values() ?? [])].some(
    ({ parent }) => parent && parent.offset <= offset && offset <= parent.offset + parent.length,
  );
  if (!schedule || !isOver) return undefined;
  const text = new vscode.MarkdownString();
  for (const line of describeRunsOf(schedule.time)) text.appendText(line).appendMarkdown('\n\n');
  return new vscode.Hover(text);
}

/** A schedule in words and its next runs, or what is wrong with it. */
export function describeRunsOf(time: string): string[] {
  const fields = splitTime(time);
  const parsed = parseSchedule(fields);
  return 'field' in parsed
    ? [t('"{0}" is not what cron understands for {1}.', parsed.text, nameField(parsed.field, t))]
    : [describeSchedule(fields, t), describeRuns(time, new Date())];
}
