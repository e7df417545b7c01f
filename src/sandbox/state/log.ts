import type { LogEntry } from './server';
import { toTimestamp } from './time';

/** Adds an entry to a log, whose newest entry comes first. */
export function addLogEntry(log: LogEntry[], now: Date, content: string, kind = 'Info'): void {
  log.unshift({ kind, content, created_at: toTimestamp(now) });
}
