import type { KindId } from '../../../resources/kinds/kinds';

/** Descriptions of a kind's fields by dotted path, and their source. */
interface FieldTexts {
  /** Where docs/api.md takes the fields from. */
  readonly source: 'documented' | 'observed';
  readonly fields: Readonly<Record<string, string>>;
}

/** Field descriptions of several kinds. */
export type KindTexts = Readonly<Partial<Record<KindId, FieldTexts>>>;

/** Fields that several kinds share. */
export const common = {
  created: 'Created.',
  updated: 'Last changed.',
  ownId: 'ID on the service.',
} as const;
