import type { FollowedRow, PanelValue } from './model';
import type { FieldProblem, FromPage, ListState, PendingChange } from './protocol';
import type { PanelWords } from './words';

export interface Followed {
  rows: readonly FollowedRow[];
  /** How far it's scrolled, in pixels; undefined at the end, which then stays in view. */
  place: number | undefined;
  show: () => void;
}

export interface View {
  readonly words: PanelWords;
  readonly followed: Followed;
  readonly explained: Set<string>;
  /** Typed text that the extension hasn't applied yet, by filter. */
  readonly typed: Map<string, string>;
  /** The part that the person last pointed at, by line. */
  readonly places: Map<string, number>;
  list(id: string): ListState;
  keepList(id: string, state: ListState): void;
  change(id: string): PendingChange | undefined;
  problem(id: string): FieldProblem | undefined;
  /** A credential that the person asked to see; null if there is none. */
  secret(id: string): string | null | undefined;
  set(id: string, from: PanelValue, to: PanelValue): void;
  hide(id: string): void;
  /** Requests a hint about something and shows it, unless another hint was requested since. */
  hint(id: string, show: (text: string) => void): void;
  send(message: FromPage): void;
  draw(): void;
  refresh(): void;
}
