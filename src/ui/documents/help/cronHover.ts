import type * as vscode from 'vscode';
import { findSchedule } from '../../../documents/findSchedule';
import { describeRuns, nameAnySchedule } from '../../../resources/cron/describeRuns';
import { parseSchedule } from '../../../resources/cron/cronSchedule';
import { splitTime } from '../../../resources/cron/cronTime';
import { Markdown, toHover } from '../../editor/markdown';

/** Explains a cron field together with the others, and when the job runs next. */
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
  const text = new Markdown();
  for (const line of describeRunsOf(schedule.time)) text.paragraph(line);
  return toHover(text);
}

export function describeRunsOf(time: string): string[] {
  const runs = describeRuns(time, new Date());
  if ('field' in parseSchedule(splitTime(time))) return [runs];
  return [nameAnySchedule(time), runs];
}
