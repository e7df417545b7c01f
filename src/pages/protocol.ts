import type { Button, FollowedRow, PanelModel, PanelValue } from './model';

/** How many changes are saved at once; more are saved in batches. */
export const mostSavedAtOnce = 500;

export interface PendingChange {
  readonly id: string;
  readonly from: PanelValue;
  readonly to: PanelValue;
}

export type ToPage =
  /** The current model; with a failure if it couldn't be reread since. */
  | { readonly type: 'model'; readonly model: PanelModel; readonly failure?: Failure }
  | Failure
  | { readonly type: 'busy'; readonly isBusy: boolean }
  /** These changes were saved; the next model or failure is from after the save. */
  | { readonly type: 'saved'; readonly changes: readonly PendingChange[] }
  /** The changes weren't saved: why, and which values it concerns. */
  | { readonly type: 'refused'; readonly text: string; readonly fields: readonly FieldProblem[] }
  /** Changes from another panel for the same resource, which was closed. */
  | { readonly type: 'handOver'; readonly changes: readonly PendingChange[] }
  /** The credential that the person asked to see; null if there is none. */
  | { readonly type: 'secret'; readonly id: string; readonly value: string | null }
  /** Rows for the table that is followed; instead of those before, or in addition. */
  | { readonly type: 'rows'; readonly rows: readonly FollowedRow[]; readonly isAll: boolean }
  | { readonly type: 'hint'; readonly id: string; readonly text: string };

export interface Failure {
  readonly type: 'failure';
  readonly text: string;
  readonly canRetry: boolean;
  readonly buttons: readonly Button[];
}

export interface FieldProblem {
  readonly id: string;
  readonly text: string;
  readonly now?: PanelValue;
}

export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'refresh' }
  | { readonly type: 'press'; readonly id: string }
  | { readonly type: 'save'; readonly changes: readonly PendingChange[] }
  | { readonly type: 'changed'; readonly changes: readonly PendingChange[] }
  | { readonly type: 'reveal'; readonly id: string }
  | { readonly type: 'copy'; readonly id: string }
  | { readonly type: 'filter'; readonly id: string; readonly value: string }
  | { readonly type: 'hint'; readonly id: string };

/** Stored by the editor to restore a panel after a reload. */
export interface PanelState {
  /** The path of the resource's document; one in each line if it's about several. */
  readonly path: string;
  readonly panel: string;
  /** Distinguishes the page that stored this from pages that the extension created since. */
  readonly instance: string;
  readonly changes: readonly PendingChange[];
  readonly lists: Readonly<Record<string, ListState>>;
  readonly scroll: number;
}

export interface ListState {
  readonly wanted: string;
  /** How many entries are shown; 0 if only the first batch is. */
  readonly count: number;
  readonly chosen?: Readonly<Record<string, string>> | undefined;
  /** Undefined unless the person chose it. */
  readonly sort?: { readonly column: number; readonly isDescending: boolean } | undefined;
}

export type MessageHandlers<Message extends { readonly type: string }> = {
  readonly [Type in Message['type']]?: (message: Extract<Message, { type: Type }>) => unknown;
};

export function handle<Message extends { readonly type: string }>(
  handlers: MessageHandlers<Message>,
  message: Message,
): void {
  const { [message.type as Message['type']]: handler } = handlers;
  (handler as ((message: Message) => unknown) | undefined)?.(message);
}

const mostFollowed = 5_000;

/** The newest of followed rows in their order; those of the same time in the order in which they came. */
export function newestRows(rows: readonly FollowedRow[]): readonly FollowedRow[] {
  return rows.toSorted((a, b) => a.order - b.order).slice(-mostFollowed);
}
