import type { Button, PanelModel, PanelValue } from './model';

/** A change of the person's that is not saved yet. */
export interface PendingChange {
  readonly id: string;
  /** What it was when the person changed it. */
  readonly from: PanelValue;
  readonly to: PanelValue;
}

/** What the extension tells a panel. */
export type ToPanel =
  /** What there is; with a failure where it could not be read again since. */
  | { readonly type: 'model'; readonly model: PanelModel; readonly failure?: Failure }
  | Failure
  | { readonly type: 'busy'; readonly isBusy: boolean }
  /** These changes were saved; the model or failure that follows is from after that. */
  | { readonly type: 'saved'; readonly changes: readonly PendingChange[] }
  /** They were not: why, for the values that it is about. */
  | { readonly type: 'refused'; readonly text: string; readonly fields: readonly FieldProblem[] }
  /** Changes that the person made in another panel of the same, which was closed. */
  | { readonly type: 'handOver'; readonly changes: readonly PendingChange[] }
  /** The credential that the person asked to see; nothing where there is none. */
  | { readonly type: 'secret'; readonly id: string; readonly value: string | null };

/** It could not be read: why, and the ways out beside trying again. */
export interface Failure {
  readonly type: 'failure';
  readonly text: string;
  readonly buttons: readonly Button[];
}

/** What is wrong with one value. */
export interface FieldProblem {
  readonly id: string;
  readonly text: string;
  /** What the value is now, where somebody else changed it meanwhile. */
  readonly now?: PanelValue;
}

/** What a panel tells the extension. */
export type FromPanel =
  | { readonly type: 'ready' }
  | { readonly type: 'refresh' }
  | { readonly type: 'press'; readonly id: string }
  | { readonly type: 'save'; readonly changes: readonly PendingChange[] }
  /** The changes that are not saved yet, whenever they change. */
  | { readonly type: 'changed'; readonly changes: readonly PendingChange[] }
  | { readonly type: 'reveal'; readonly id: string }
  | { readonly type: 'copy'; readonly id: string };

/** The panel's own words, translated. */
export interface Words {
  readonly save: string;
  readonly discard: string;
  readonly unsaved: string;
  readonly saved: string;
  readonly saving: string;
  readonly loading: string;
  readonly refresh: string;
  readonly tryAgain: string;
  readonly reveal: string;
  readonly hide: string;
  readonly copy: string;
  readonly none: string;
  readonly filter: string;
  readonly more: string;
  readonly on: string;
  readonly off: string;
}

/** What the editor keeps of a panel, so that it can be shown again after a reload. */
export interface PanelState {
  /** The path of the resource's document. */
  readonly path: string;
  /** Tells the page that kept this from one that the extension made since. */
  readonly instance: string;
  readonly changes: readonly PendingChange[];
  /** How the lists stand, by the ids of their sections. */
  readonly lists: Readonly<Record<string, ListState>>;
  /** How far the page is scrolled, in pixels. */
  readonly scroll: number;
}

/** What a person sees of a list: it outlives a new drawing. */
export interface ListState {
  /** What is typed to filter it. */
  readonly wanted: string;
  /** How many entries are shown; none where the person asked for no more than the first. */
  readonly count: number;
}
