import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Changes the command in the file of a cron job that was exported below a folder. */
export function editCronJobFile(folder: string, id: number, command: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.cron-job.json'))) {
    const file = path.join(folder, name);
    const content = JSON.parse(readFileSync(file, 'utf8')) as { $ids: number[] };
    if (content.$ids[1] === id) writeFileSync(file, JSON.stringify({ ...content, command }));
  }
}
