import { type EventLine, type LogPage, Tail } from './tail';
import { eventCells } from '../models/parts';
import type { Clock } from '../../api/scheduling/clock';
import type { FollowedRow, PanelModel, RowChoice } from '../../pages/model';
import { type Failure, newestRows } from '../../pages/protocol';
import { t } from '../../base/l10n';
import { minuteMs } from '../../base/moment';

interface LogSource {
  readonly id: string;
  readonly name: string;
  readonly read: (page: number, signal: AbortSignal) => Promise<LogPage>;
}

interface FollowerParts {
  readonly clock: Clock;
  readonly sources: readonly LogSource[];
  readonly describeError: (error: unknown) => string;
  readonly add: (events: readonly FollowedRow[]) => void;
  /** Called when a log can't be read anymore, or can be again. */
  readonly change: () => void;
}

/** Follows several logs at once, whose lines are merged by time. */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #logs: readonly FollowedLog[];
  readonly #problems = new Map<string, string>();
  #events: readonly FollowedRow[] = [];
  #isVisible = false;
  #isPaused = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#logs = parts.sources.map((source) => this.#follow(source));
  }

  /** The problem says why a source can't be read; it's empty if it can. */
  get sources() {
    return this.#parts.sources.map(({ id, name }) => ({
      id,
      name,
      problem: this.#problems.get(id) ?? '',
    }));
  }

  /** The newest events, oldest first. */
  get events(): readonly FollowedRow[] {
    return this.#events;
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

  retry(): void {
    for (const [index, { problem }] of this.sources.entries()) {
      if (problem !== '') this.#logs[index]?.retry();
    }
  }

  #turn(): void {
    for (const log of this.#logs) log.turn(this.#isVisible && !this.#isPaused);
  }

  #follow({ id, name, read }: LogSource): FollowedLog {
    const { clock, sources, describeError } = this.#parts;
    let order = 0;
    let count = 0;
    return new FollowedLog({
      clock,
      read,
      add: (lines) => {
        const events = lines.map((line): FollowedRow => {
          // A log keeps its own order, even if its times contradict it.
          order = Math.max(order, line.at ?? (order || clock.now()));
          count += 1;
          return {
            id: `${id}/${count}`,
            order,
            cells: [
              ...eventCells(line),
              ...(sources.length > 1 ? [{ text: name, button: `${id}/${count}` }] : []),
            ],
            buttons: [],
            tags: [id, ...tagsOf[line.level]],
            ...(line.isAfterGap ? { note: t('Some events before this one may be missing.') } : {}),
          };
        });
        this.#events = newestRows([...this.#events, ...events]);
        this.#parts.add(events);
      },
      tell: (error) => {
        const problem = error === undefined ? '' : describeError(error);
        if (problem === (this.#problems.get(id) ?? '')) return;
        this.#problems.set(id, problem);
        this.#parts.change();
      },
    });
  }
}

/** The levels that show a line: its own and those below. */
const tagsOf: Readonly<Record<EventLine['level'], readonly string[]>> = {
  information: [],
  important: ['important'],
  warning: ['important', 'warning'],
};

export const pauseButton = 'pause';

/** The page without its events; says why logs can't be read. */
export function toFollowModel(
  title: string,
  { sources, isPaused }: Follower,
): { readonly model: PanelModel; readonly failure?: Failure } {
  const problems = sources.filter(({ problem }) => problem !== '');
  const isMerged = sources.length > 1;
  const bySource: RowChoice = {
    id: 'source',
    label: t('Resource'),
    all: t('All'),
    options: sources.map(({ id, name }) => ({ value: id, label: name })),
  };
  const byLevel: RowChoice = {
    id: 'level',
    label: t('Level'),
    all: t('All Levels'),
    options: [
      { value: 'important', label: t('Important and Warnings') },
      { value: 'warning', label: t('Warnings') },
    ],
  };
  const columns = [t('Event'), t('Level'), t('Time'), ...(isMerged ? [t('Resource')] : [])];
  const model: PanelModel = {
    title,
    subtitle: '',
    buttons: [{ id: pauseButton, label: isPaused ? t('Resume') : t('Pause') }],
    sections: [
      {
        id: 'events',
        title: t('Events'),
        items: [],
        // What can't be read may have events.
        ...(problems.length === 0 ? { empty: t('No events yet.') } : {}),
        table: {
          columns,
          rows: [],
          isFollowed: true,
          choices: [...(isMerged ? [bySource] : []), byLevel],
        },
      },
    ],
  };
  if (problems.length === 0) return { model };
  const text = problems.map(({ name, problem }) => `${name}: ${problem}`).join('\n');
  return { model, failure: { type: 'failure', text, canRetry: true, buttons: [] } };
}

/** How many requests a log gets in any minute, so that several of them leave room for the person. */
const mostPerMinute = 6;

/** Pauses between two reads, in milliseconds: while lines arrive, and at most. */
const shortest = 12_000;
const longest = 60_000;
const longestAfterFailure = 300_000;
const growth = 1.5;

interface FollowedLogParts {
  readonly clock: Clock;
  readonly read: (page: number, signal: AbortSignal) => Promise<LogPage>;
  readonly add: (lines: readonly EventLine[]) => void;
  /** Called with the reason why the log can't be read, and with undefined once it can. */
  readonly tell: (error: unknown) => void;
}

/** Polls the newest lines of one log while it is on: more rarely the longer nothing arrives. */
export class FollowedLog {
  readonly #parts: FollowedLogParts;
  readonly #tail = new Tail();
  #pause = shortest;
  /** When the requests of the last minute were sent. */
  #sent: readonly number[] = [];
  #page = 1;
  #isOn = false;
  #reading: AbortController | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(parts: FollowedLogParts) {
    this.#parts = parts;
  }

  /** Resumes or stops reading; lines that arrive in the meantime are read later. */
  turn(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#schedule(true);
    else this.#stop();
  }

  /** Reads at the person's request, unless a read is under way. */
  retry(): void {
    if (!this.#isOn || this.#reading) return;
    this.#cancelTimer?.();
    this.#schedule(true);
  }

  #stop(): void {
    this.#cancelTimer?.();
    this.#reading?.abort();
    this.#reading = undefined;
    // Meanwhile, pages shift too far to continue from the same place.
    this.#tail.restart();
    this.#page = 1;
  }

  /** @param isUrgent whether the person waits or lines are missing. */
  #schedule(isUrgent: boolean): void {
    const { clock } = this.#parts;
    const now = clock.elapsed();
    const due = isUrgent ? now : (this.#sent.at(-1) ?? -Infinity) + this.#pause;
    const allowed = (this.#sent.at(-mostPerMinute) ?? -Infinity) + minuteMs;
    const wait = Math.max(0, due - now, allowed - now);
    this.#cancelTimer = clock.after(wait, () => void this.#read());
  }

  async #read(): Promise<void> {
    const { clock, read, tell } = this.#parts;
    const reading = new AbortController();
    this.#reading = reading;
    const now = clock.elapsed();
    this.#sent = [...this.#sent.filter((at) => now - at < minuteMs), now];
    try {
      const page = await read(this.#page, reading.signal);
      if (reading.signal.aborted) return;
      tell(undefined);
      this.#take(page);
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#pause = Math.min(longestAfterFailure, Math.max(longest / 2, this.#pause * 2));
      this.#tail.restart();
      this.#page = 1;
      tell(error);
    }
    this.#reading = undefined;
    this.#schedule(this.#page > 1);
  }

  #take(page: LogPage): void {
    const { lines, next } = this.#tail.take(page);
    this.#page = next;
    if (lines.length > 0) this.#parts.add(lines);
    const isBusy = lines.length > 0 || next > 1;
    this.#pause = isBusy ? shortest : Math.min(longest, this.#pause * growth);
  }
}
