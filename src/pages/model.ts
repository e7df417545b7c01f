export type PanelValue = boolean | number | string | null;

export interface FactItem {
  readonly type: 'fact';
  readonly label: string;
  readonly value: string;
  /** True for an ISO 8601 time, shown in the person's time zone. */
  readonly isMoment?: boolean;
  /** Set if it is a state, which is shown as a badge. */
  readonly tone?: Tone;
  readonly button?: Button;
}

/** A value that the person may change. */
export interface ChangeableValue<Value> {
  /** Identifies the value in messages and for the focus, for the panel's lifetime. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly value: Value;
}

interface FieldItem<Type, Value> extends ChangeableValue<Value> {
  readonly type: Type;
}

export type SwitchItem = FieldItem<'switch', boolean | null>;

interface ChoiceItem extends FieldItem<'choice', number> {
  readonly options: readonly {
    readonly value: number;
    readonly label: string;
    readonly description: string;
  }[];
}

interface SelectItem extends FieldItem<'select', string> {
  readonly options: readonly PageOption[];
}

/** One of several short texts, with a word for it. */
export interface PageOption {
  readonly value: string;
  readonly label: string;
}

export type NumberItem = FieldItem<'number', number>;

export type TextItem = FieldItem<'text', string | null>;

export interface BarItem {
  readonly type: 'bar';
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly text: string;
  readonly isHigh: boolean;
  /** The shares sampled while the panel was open, oldest first, and their range in words. */
  readonly trend?: { readonly shares: readonly number[]; readonly text: string };
}

export interface CountItem {
  readonly type: 'count';
  readonly label: string;
  readonly value: string;
  readonly tone?: Tone;
  readonly button: Button;
}

/** How many there are on some of the coming days, as bars. */
export interface DaysItem {
  readonly type: 'days';
  readonly label: string;
  readonly length: number;
  readonly days: readonly {
    readonly day: number;
    /** The height of the bar, from 0 to 1. */
    readonly share: number;
    readonly tone: Tone;
    readonly button: Button;
  }[];
  /** The words below, from the first day to the last. */
  readonly axis: readonly string[];
}

export interface WeekItem {
  readonly type: 'week';
  readonly label: string;
  readonly days: readonly {
    readonly name: string;
    readonly hours: readonly {
      /** Identifies the hour in messages. */
      readonly id: string;
      readonly count: number;
      readonly text: string;
    }[];
  }[];
}

export interface SecretItem {
  readonly type: 'secret';
  readonly id: string;
  readonly label: string;
}

interface EntryItem {
  readonly type: 'entry';
  readonly label: string;
  readonly detail?: string;
  /** When it happened, as ISO 8601, shown in the person's time zone. */
  readonly at?: string;
  readonly badge?: string;
  readonly tone?: Tone;
  /** A link to open, http or https. */
  readonly link?: string;
  /** A setting of the entry that is on or off, shown instead of the badge. */
  readonly toggle?: ChangeableValue<boolean | null>;
}

export type Item =
  | FactItem
  | SwitchItem
  | ChoiceItem
  | SelectItem
  | NumberItem
  | TextItem
  | BarItem
  | CountItem
  | DaysItem
  | WeekItem
  | SecretItem
  | EntryItem;

/** The color of a state; its text has the same meaning. */
export type Tone = 'good' | 'bad' | 'warning' | 'quiet';

export interface Cell {
  readonly text: string;
  /** When it was, as ISO 8601, shown in the person's time zone instead of the text. */
  readonly at?: string;
  /** The value to sort the column by, if that isn't the text. */
  readonly order?: number;
  /** Set if it is a state, which is shown as a badge, or the color of its bar. */
  readonly tone?: Tone;
  /** The length of a bar beside the text, from 0 to 1. */
  readonly share?: number;
  /** Shown instead of the text. */
  readonly line?: Line;
  readonly button?: string;
}

/** When something runs in the 24 hours from a time on. */
export interface Line {
  /** Identifies the line in messages. */
  readonly id: string;
  /** A digit for each of equal parts: 0 for no run, 1 for runs, 2 if several start at once. */
  readonly slots: string;
  /** In milliseconds since the epoch. */
  readonly from: number;
}

export interface Row {
  /** Identifies the row for as long as the panel is open. */
  readonly id: string;
  readonly cells: readonly Cell[];
  readonly buttons: readonly Button[];
  /** The table's choices select rows by these. */
  readonly tags?: readonly string[];
  /** Shown above the first cell. */
  readonly note?: string;
}

export interface FollowedRow extends Row {
  /** Its place among the others unless they're sorted, from small to large. */
  readonly order: number;
}

/** A list of tags, one of which a table's rows must have. */
export interface RowChoice {
  readonly id: string;
  readonly label: string;
  readonly all: string;
  readonly options: readonly PageOption[];
}

/** The extension leaves out all but one of some values, or all that lacks a text. */
export type PageFilter =
  | (RowChoice & { readonly value: string })
  | {
      readonly id: string;
      readonly label: string;
      readonly value: string;
      readonly options?: undefined;
    };

export interface Table {
  /** The headings of the columns; the first one's cells name their rows. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Shows a filter even for a short list. */
  readonly isFilterable?: boolean;
  readonly first?: number;
  readonly choices?: readonly RowChoice[];
  /** Set if the rows are sent on their own as they come. */
  readonly isFollowed?: boolean;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly filters?: readonly PageFilter[];
  readonly items: readonly Item[];
  readonly table?: Table;
  /** Opened by a button of the section; takes the focus until it is closed. */
  readonly answer?: Section;
  readonly buttons?: readonly Button[];
  /** Spans all columns of a panel. */
  readonly isWide?: boolean;
  /** Shown if there are no items. */
  readonly empty?: string;
  readonly isLoading?: boolean;
  readonly isOrdered?: boolean;
}

export interface Button {
  readonly id: string;
  readonly label: string;
  readonly about?: string;
}

/** Everything that a panel shows. All texts from the service in it are safe to display. */
export interface PanelModel {
  readonly title: string;
  readonly subtitle: string;
  readonly state?: { readonly text: string; readonly tone: Tone };
  readonly summary?: readonly FactItem[];
  /** Puts sections side by side where the panel is wide enough. */
  readonly isGrid?: boolean;
  readonly filters?: readonly PageFilter[];
  readonly buttons: readonly Button[];
  readonly sections: readonly Section[];
}
