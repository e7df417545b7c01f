import type { PanelValue } from './model';
import type { FieldProblem, FromPanel, ListState, PendingChange, PanelTexts } from './protocol';

export interface View {
  readonly words: PanelTexts;
  /** The values whose explanations are shown. */
  readonly explained: Set<string>;
  /** The state of a section's list. */
  list(id: string): ListState;
  keepList(id: string, state: ListState): void;
  /** The pending change of a value, if any. */
  change(id: string): PendingChange | undefined;
  problem(id: string): FieldProblem | undefined;
  /** A credential that the person asked to see; null if there is none. */
  secret(id: string): string | null | undefined;
  set(id: string, from: PanelValue, to: PanelValue): void;
  hide(id: string): void;
  send(message: FromPanel): void;
  draw(): void;
  /** Reloads everything. */
  refresh(): void;
}
