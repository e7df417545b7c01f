import type { PanelModel, PanelValue } from './model';

/** A change of the person's that is not saved yet. */
export interface PendingChange {
  readonly id: string;
  /** What it was when the person changed it. */
  readonly from: PanelValue;
  readonly to: PanelValue;
}

/** What the extension tells a panel. */
export type ToPanel =
  | { readonly type: 'model'; readonly model: PanelModel }
  /** Nothing could be read: why, and the ways out. */
  | { readonly type: 'failure'; readonly text: string; readonly needsSignIn: boolean }
  | { readonly type: 'busy'; readonly isBusy: boolean }
  /** The changes were saved; the model or failure that follows is from after that. */
  | { readonly type: 'saved' }
  /** They were not: why, for the values that it is about. */
  | { readonly type: 'refused'; readonly text: string; readonly fields: readonly FieldProblem[] }
  /** The credential that the person asked to see. */
  | { readonly type: 'secret'; readonly id: string; readonly value: string };

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
  | { readonly type: 'signIn' }
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
  readonly loading: string;
  readonly refresh: string;
  readonly tryAgain: string;
  readonly signIn: string;
  readonly reveal: string;
  readonly hide: string;
  readonly copy: string;
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
}
