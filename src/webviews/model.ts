/** A value that a person can change in a panel. */
export type PanelValue = boolean | number | string | null;

/** A fact: a name and a value. */
export interface FactItem {
  readonly type: 'fact';
  readonly label: string;
  readonly value: string;
  /** Whether the value is a moment as ISO 8601, shown in the person's own time. */
  readonly isMoment?: boolean;
}

/** Something that is on or off. */
export interface SwitchItem {
  readonly type: 'switch';
  /** Names the value in messages and keeps the focus; the same as long as the panel lives. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly value: boolean;
}

/** One of several values, each with what it means. */
export interface ChoiceItem {
  readonly type: 'choice';
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly options: readonly {
    readonly value: number;
    readonly label: string;
    readonly description: string;
  }[];
}

/** A whole number. */
export interface NumberItem {
  readonly type: 'number';
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly value: number;
}

/** A text of one line. */
export interface TextItem {
  readonly type: 'text';
  readonly id: string;
  readonly label: string;
  /** Nothing where it is not set. */
  readonly value: string | null;
}

/** How much of something is used. */
export interface BarItem {
  readonly type: 'bar';
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly text: string;
  readonly isHigh: boolean;
}

/** A credential: its value is not part of the model. */
export interface SecretItem {
  readonly type: 'secret';
  readonly id: string;
  readonly label: string;
}

/** A line of a list. */
export interface EntryItem {
  readonly type: 'entry';
  readonly label: string;
  readonly detail?: string;
  /** When it was, as ISO 8601, shown in the person's own time. */
  readonly at?: string;
  /** A state in a word or two. */
  readonly badge?: string;
  readonly tone?: 'good' | 'bad' | 'quiet';
  /** An address to open, http or https. */
  readonly link?: string;
  /** Something of it that is on or off, in place of the badge. */
  readonly toggle?: { readonly id: string; readonly label: string; readonly value: boolean };
}

/** One thing in a section. */
export type Item =
  | FactItem
  | SwitchItem
  | ChoiceItem
  | NumberItem
  | TextItem
  | BarItem
  | SecretItem
  | EntryItem;

/** Things that belong together, under a heading. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly items: readonly Item[];
  /** What is said where there are no items. */
  readonly empty?: string;
  /** Whether it is still being read. */
  readonly isLoading?: boolean;
  /** Whether its entries are numbered: their order counts. */
  readonly isOrdered?: boolean;
}

/** Something to press. */
export interface Button {
  readonly id: string;
  readonly label: string;
}

/** Everything that a panel shows. All texts of the service in it are made safe to be looked at. */
export interface PanelModel {
  readonly title: string;
  readonly subtitle: string;
  readonly buttons: readonly Button[];
  readonly sections: readonly Section[];
}
