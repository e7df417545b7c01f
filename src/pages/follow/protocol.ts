/** How important an event is. */
export type EventLevel = 'information' | 'important' | 'warning';

/** Which events are shown; empty texts stand for all. */
export interface EventFilter {
  /** The id of a log. */
  readonly source: string;
  /** The least important level that is shown. */
  readonly level: EventLevel;
  /** Words that an event must contain. */
  readonly text: string;
}

/** One line of a log. */
export interface ShownEvent {
  /** The id of its log. */
  readonly source: string;
  /** The time it's sorted by, in milliseconds since the epoch. */
  readonly order: number;
  /** When it happened, if the service gave a time; otherwise see `time`. */
  readonly at: number | undefined;
  /** When it happened, as the service wrote it. */
  readonly time: string;
  readonly level: EventLevel;
  /** The level in words; the service's own if it's another one. */
  readonly levelText: string;
  readonly text: string;
  /** True if lines before it couldn't be read. */
  readonly isAfterGap: boolean;
}

export interface ShownSource {
  readonly id: string;
  readonly name: string;
  /** Why it can't be read; empty if it can. */
  readonly problem: string;
}

/** Messages from the extension to the page. */
export type ToFollow =
  | {
      readonly type: 'sources';
      readonly sources: readonly ShownSource[];
      readonly isPaused: boolean;
    }
  | {
      readonly type: 'events';
      readonly events: readonly ShownEvent[];
      readonly isAll: boolean;
    };

/** Messages from the page to the extension. */
export type FromFollow =
  | { readonly type: 'ready' }
  | { readonly type: 'pause'; readonly isPaused: boolean }
  /** Reads logs again that can't be read. */
  | { readonly type: 'retry' }
  /** Opens the resource of a log. */
  | { readonly type: 'open'; readonly id: string };

/** The state that the editor keeps for the page. */
export interface FollowState {
  /** Identifies the resources whose logs are followed. */
  readonly paths: readonly string[];
  readonly filter: EventFilter;
}

/** The page's own texts, with placeholders that the page fills. */
export type FollowWords = Readonly<Record<FollowWord, string>>;

export type FollowWord =
  | 'all'
  | 'allLevels'
  | 'events'
  | 'filter'
  | 'gap'
  | 'important'
  | 'level'
  | 'newest'
  | 'noMatch'
  | 'none'
  | 'pause'
  | 'resume'
  | 'shown'
  | 'source'
  | 'tryAgain'
  | 'warnings';

/** How many events are kept at most. */
export const mostEvents = 5_000;
