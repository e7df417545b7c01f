import type { KindId } from '../../../resources/kinds/kinds';

/** Descriptions of a kind's fields by dotted path, and their source. */
interface FieldTexts {
  /** Whether docs/api.md takes the fields from the service's documentation or from observation. */
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
