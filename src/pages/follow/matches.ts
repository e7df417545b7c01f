import type { EventFilter, EventLevel, ShownEvent } from './protocol';

const ranks: Readonly<Record<EventLevel, number>> = { information: 0, important: 1, warning: 2 };

/** Returns whether a filter shows an event: all of its words must be in the text or the level. */
export function toMatcher({
  source,
  level,
  text,
}: EventFilter): (event: Pick<ShownEvent, 'source' | 'level' | 'levelText' | 'text'>) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (event) => {
    if (source !== '' && event.source !== source) return false;
    if (ranks[event.level] < ranks[level]) return false;
    const searched = `${event.text} ${event.levelText}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
}
