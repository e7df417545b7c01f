import { join, defineKind, type KnownPages, type Resource } from './kind';
import { countRepeated } from '../../api/paging';
import { listServerLogs, logEntry } from '../../api/contract/serverFacts';
import { writeMoment } from '../../base/moment';
import { t } from '../../base/l10n';

export const logEntryKind = defineKind({
  id: 'logEntry',
  parent: 'server',
  names: { one: 'Log Entry', many: 'Log' },
  folder: 'log',
  variable: 'logEntryId',
  operations: {
    list: listServerLogs,
    toItems: (answer, known) => withIds(answer as readonly Resource[], known),
  },
  icon: 'output',
  schema: logEntry,
  present: (resource) => ({
    label: resource.content,
    description: writeMoment(resource.created_at),
    icon: levelIcons[resource.kind ?? ''],
    state: resource.kind && nameLevel(resource.kind),
  }),
});

const levelIcons: Readonly<Record<string, { readonly id: string; readonly color?: string }>> = {
  Info: { id: 'info' },
  'High Priority Info': { id: 'bell', color: 'notificationsInfoIcon.foreground' },
  Warning: { id: 'warning', color: 'notificationsWarningIcon.foreground' },
};

export function nameLevel(level: string): string {
  const words = new Map(
    Object.entries({
      Info: t('Info'),
      'High Priority Info': t('High Priority Info'),
      Warning: t('Warning'),
    }),
  );
  return words.get(level) ?? level;
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The service gives entries no id; time and text identify them, plus a count if both are equal. */
function withIds(
  entries: readonly Resource[],
  { items: before, grown }: KnownPages = { items: [], grown: undefined },
): readonly Resource[] {
  const lines = before.map((line) => JSON.stringify({ ...line, id: undefined }));
  const repeated = countRepeated(lines, entries, grown);
  const seen = new Map<string, number>();
  const all = [...before.slice(0, before.length - repeated), ...entries];
  return all
    .map((entry) => {
      const text = join([toWord(entry['created_at']), toWord(entry['content'])], ' ');
      const count = (seen.get(text) ?? 0) + 1;
      seen.set(text, count);
      return { ...entry, id: count === 1 ? text : `${text} (${count})` };
    })
    .slice(before.length - repeated);
}
