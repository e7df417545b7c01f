import type { FollowedRow, PanelValue } from './model';
import type { FieldProblem, FromPage, ListState } from './protocol';
import type { RevealedSecrets } from './revealedSecrets';
import type { UnsavedChanges } from './unsavedChanges';
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
  readonly changes: Pick<UnsavedChanges, 'get'>;
  readonly secrets: Pick<RevealedSecrets, 'get' | 'hide'>;
  list(id: string): ListState;
  keepList(id: string, state: ListState): void;
  problem(id: string): FieldProblem | undefined;
  set(id: string, from: PanelValue, to: PanelValue): void;
  /** Requests a hint about something and shows it, unless another hint was requested since. */
  hint(id: string, show: (text: string) => void): void;
  send(message: FromPage): void;
  draw(): void;
  refresh(): void;
}
