import * as z from 'zod/mini';
import { maskEachText } from '../maskCredentials';
import { type KeptSort, storedId, storedObject, storedWord } from '../../resources/storage/stored';

const ids = z.optional(z.readonly(z.array(storedId)));

const sentDraft = z.object({
  content: storedObject,
  /** The text that was sent: later edits are not in the resource. */
  text: z.string(),
  /** The ids in the collection before; undefined if unknown. */
  before: ids,
});

/** Contains no secrets. */
export type SentDraft = z.infer<typeof sentDraft>;

const storedDraft = z.object({
  text: z.string(),
  /** When the text was last stored, in milliseconds since the epoch. */
  at: z.number(),
  start: z.optional(z.string()),
  /** Absent until it is sent, and again after the service refused it. */
  state: z.optional(
    z.object({
      /** `unknown` from just before sending, so that it isn't sent twice if the window closes then. */
      type: storedWord(['done', 'failed', 'unknown'], { created: 'done', unclear: 'unknown' }),
      sent: sentDraft,
      ids,
      /** True if nobody waited for the answer, so that it may have been created since. */
      isLate: z.optional(z.boolean()),
    }),
  ),
});

export type StoredDraft = z.infer<typeof storedDraft>;

/** Drafts by their paths without names. What looks like a secret isn't kept. */
export const keptDrafts: KeptSort<StoredDraft> = {
  prefix: 'draft:',
  schema: storedDraft,
  mask: maskEachText,
};
