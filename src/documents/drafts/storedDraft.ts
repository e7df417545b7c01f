import * as z from 'zod/mini';
import { isObject, type JsonObject } from '../../base/json';
import { maskEachText } from '../maskCredentials';
import { type KeptSort, storedId } from '../../resources/storage/stored';

const sentDraft = z.object({
  content: z.custom<JsonObject>(isObject),
  text: z.string(),
  before: z.optional(z.array(storedId)),
});

/** Contains no secrets. */
export interface SentDraft {
  readonly content: JsonObject;
  /** The text that was sent: later edits are not in the resource. */
  readonly text: string;
  /** The ids in the collection before; undefined if unknown. */
  readonly before?: readonly (number | string)[] | undefined;
}

const storedDraft = z.object({
  text: z.string(),
  at: z.number(),
  start: z.optional(z.string()),
  state: z.optional(
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('unclear'),
        sent: sentDraft,
        isMissing: z.optional(z.boolean()),
        isLate: z.optional(z.boolean()),
      }),
      z.object({ type: z.literal('created'), sent: sentDraft, ids: z.optional(z.array(storedId)) }),
    ]),
  ),
});

/** `unclear` from just before sending, so that it isn't sent twice if the window closes then. */
type DraftState =
  | {
      readonly type: 'unclear';
      readonly sent: SentDraft;
      /** True if the last search on the service found nothing like it. */
      readonly isMissing?: boolean | undefined;
      /** True if nobody waited for the answer, so that it may have been created since. */
      readonly isLate?: boolean | undefined;
    }
  | {
      readonly type: 'created';
      readonly sent: SentDraft;
      readonly ids?: readonly (number | string)[] | undefined;
    };

export interface StoredDraft {
  readonly text: string;
  /** When the text was last stored, in milliseconds since the epoch. */
  readonly at: number;
  readonly start?: string | undefined;
  /** Absent until it is sent, and again after the service refused it. */
  readonly state?: DraftState | undefined;
}

/** Drafts by their paths without names. What looks like a secret isn't kept. */
export const keptDrafts: KeptSort<StoredDraft> = {
  prefix: 'draft:',
  schema: storedDraft,
  mask: maskEachText,
};
