import { redactForms } from '../../api/credentials';
import { toVisible } from '../../base/foreignText';
import { toMoment } from '../../base/moment';
import type { Resource } from '../../resources/kinds/kind';
import type { EventLevel } from '../../pages/follow/protocol';

/** The longest text of an event. */
const longestText = 2_000;

/** A line of a log, as far as it can be told apart from others: the service gives it no id. */
export interface EventLine {
  /** Equal for lines that can't be told apart. */
  readonly key: string;
  /** When it happened, if the service gave a time. */
  readonly at: number | undefined;
  /** When it happened, as the service wrote it. */
  readonly time: string;
  readonly level: EventLevel;
  readonly levelText: string;
  readonly text: string;
}

const levels: Readonly<Record<string, EventLevel>> = {
  Warning: 'warning',
  'High Priority Info': 'important',
};

/** Reads an entry of a log. */
export function toEventLine({ kind, content, created_at: createdAt }: Resource): EventLine {
  const moment = toMoment(createdAt);
  return {
    // Any other time may be relative, and then changes while the line stays the same.
    key: JSON.stringify([moment ?? '', kind, content]),
    at: moment === undefined ? undefined : Date.parse(moment),
    time: toVisible(createdAt ?? ''),
    level: levels[String(kind)] ?? 'information',
    levelText: toVisible(kind ?? ''),
    text: redactForms(toVisible(content, longestText)),
  };
}
