import type { KindId } from '../../../kinds/kind';

/** What the fields of a kind mean, by their dotted paths; and where that is known from. */
export interface FieldTexts {
  /** The section of the reference, or `observed`. */
  readonly source: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The meaning of the fields of several kinds. */
export type KindTexts = Readonly<Partial<Record<KindId, FieldTexts>>>;

/** What several kinds have. */
export const common = {
  created: 'When it was created.',
  updated: 'When it was last changed.',
  ownId: 'The number that the service knows it by.',
} as const;
