import type { EventLine, LogPage } from './tail';
import { FollowedLog } from './followedLog';
import type { Clock } from '../../api/scheduling/clock';
import { mostEvents, type ShownEvent, type ShownSource } from '../../pages/follow/protocol';

/** A log that can be followed. */
interface LogSource {
  readonly id: string;
  readonly name: string;
  readonly read: (page: number, signal: AbortSignal) => Promise<LogPage>;
}

interface FollowerParts {
  readonly clock: Clock;
  readonly sources: readonly LogSource[];
  readonly describeError: (error: unknown) => string;
  readonly nameLevel: (level: string) => string;
  /** Takes new events. */
  readonly add: (events: readonly ShownEvent[]) => void;
  /** Called when a log can't be read anymore, or can be again. */
  readonly change: () => void;
}

/** Follows several logs at once, whose lines are merged by time. */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #logs: readonly FollowedLog[];
  readonly #problems = new Map<string, string>();
  /** In order of arrival. */
  #events: ShownEvent[] = [];
  #isVisible = false;
  #isPaused = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#logs = parts.sources.map((source) => this.#follow(source));
  }

  /** The followed logs. */
  get sources(): readonly ShownSource[] {
    return this.#parts.sources.map(({ id, name }) => ({
      id,
      name,
      problem: this.#problems.get(id) ?? '',
    }));
  }

  /** The newest events, oldest first. */
  get events(): readonly ShownEvent[] {
    return this.#events.toSorted((a, b) => a.order - b.order);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Records whether the events are visible: nothing is read while they are hidden. */
  show(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#turn();
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#turn();
  }

  /** Reads logs again that can't be read. */
  retry(): void {
    for (const [index, { problem }] of this.sources.entries()) {
      if (problem !== '') this.#logs[index]?.retry();
    }
  }

  #turn(): void {
    for (const log of this.#logs) log.turn(this.#isVisible && !this.#isPaused);
  }

  #follow({ id, read }: LogSource): FollowedLog {
    const { clock, describeError, nameLevel } = this.#parts;
    let order = 0;
    return new FollowedLog({
      clock,
      read,
      add: (lines, isAfterGap) => {
        const events = lines.map((line, index): ShownEvent => {
          // A log keeps its own order, even if its times contradict it.
          order = Math.max(order, line.at ?? (order || clock.now()));
          return toEvent(line, {
            source: id,
            order,
            levelText: nameLevel(line.levelText),
            isAfterGap: isAfterGap && index === 0,
          });
        });
        this.#add(events);
      },
      tell: (error) => {
        const problem = error === undefined ? '' : describeError(error);
        if (problem === (this.#problems.get(id) ?? '')) return;
        this.#problems.set(id, problem);
        this.#parts.change();
      },
    });
  }

  #add(events: readonly ShownEvent[]): void {
    this.#events.push(...events);
    if (this.#events.length > mostEvents) this.#events = this.events.slice(-mostEvents);
    this.#parts.add(events);
  }
}

function toEvent(
  { at, time, level, text }: EventLine,
  rest: Pick<ShownEvent, 'source' | 'order' | 'levelText' | 'isAfterGap'>,
): ShownEvent {
  return { at, time, level, text, ...rest };
}
