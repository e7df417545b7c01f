import type { PanelValue } from './model';
import type { FieldProblem, FromPanel, ListState, PendingChange, Words } from './protocol';

/** What the parts of a panel are drawn from, and what they do. */
export interface View {
  readonly words: Words;
  /** How a section's list stands. */
  list(id: string): ListState;
  keepList(id: string, state: ListState): void;
  /** The value that the person put in place of another, if any. */
  change(id: string): PendingChange | undefined;
  problem(id: string): FieldProblem | undefined;
  /** A credential that the person asked to see, or that there is none. */
  secret(id: string): string | null | undefined;
  set(id: string, from: PanelValue, to: PanelValue): void;
  hide(id: string): void;
  send(message: FromPanel): void;
  /** Asks for everything anew. */
  refresh(): void;
}
