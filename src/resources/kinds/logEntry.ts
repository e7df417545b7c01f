import { defineKind, type Resource } from './kind';
import { listServerLogs, logEntry } from '../../api/contract/serverFacts';

/** A line of a server's log (observed). */
export const logEntryKind = defineKind({
  id: 'logEntry',
  parent: 'server',
  names: { one: 'Log Entry', many: 'Log' },
  folder: 'log',
  suffix: 'log-entry',
  variable: 'logEntryId',
  operations: { list: listServerLogs, toItems: (answer) => withIds(answer as readonly Resource[]) },
  icon: 'output',
  schema: logEntry,
  present: (resource) => ({
    label: resource.content,
    description: resource.created_at ?? undefined,
    icon: levelIcons[resource.kind],
    state: resource.kind,
  }),
});

const levelIcons: Readonly<Record<string, { readonly id: string; readonly color?: string }>> = {
  Info: { id: 'info' },
  'High Priority Info': { id: 'bell', color: 'notificationsInfoIcon.foreground' },
  Warning: { id: 'warning', color: 'notificationsWarningIcon.foreground' },
};

/** The service gives lines no id; when and what tells them apart, and a count where that is equal. */
function withIds(entries: readonly Resource[]): readonly Resource[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const text = `${String(entry['created_at'])} ${String(entry['content'])}`;
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { ...entry, id: count === 1 ? text : `${text} (${count})` };
  });
}
