import type { PanelValue } from './model';
import type { FieldProblem, FromPanel, PendingChange, Words } from './protocol';

/** What a person sees of a list: it outlives a new drawing. */
export interface ListState {
  /** What is typed to filter it. */
  wanted: string;
  /** How many entries are shown; none where the person asked for no more than the first. */
  count: number;
}

/** What the parts of a panel are drawn from, and what they do. */
export interface View {
  readonly words: Words;
  /** How a section's list stands. */
  list(id: string): ListState;
  /** The value that the person put in place of another, if any. */
  change(id: string): PendingChange | undefined;
  problem(id: string): FieldProblem | undefined;
  /** A credential that the person asked to see. */
  secret(id: string): string | undefined;
  set(id: string, from: PanelValue, to: PanelValue): void;
  hide(id: string): void;
  send(message: FromPanel): void;
}
