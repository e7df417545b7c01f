import * as z from 'zod/mini';
import type { KeptSort } from '../../resources/storage/keptValues';
import { storedObject } from '../../resources/storage/readStored';
import type { JsonObject } from '../../base/json';
import type { Path } from '../../base/patch';
import { maskForms } from '../maskCredentials';

const version = z.object({ content: storedObject, changedAt: z.number(), size: z.number() });

export interface Version {
  readonly content: JsonObject;
  /** When it was first seen, in milliseconds since the epoch. */
  readonly changedAt: number;
  /** Length of its text in bytes. */
  readonly size: number;
}

const documentState = z.object({
  openedAt: z.optional(z.number()),
  base: z.optional(version),
  seen: z.optional(storedObject),
  contested: z.optional(z.array(z.array(z.string()))),
  agreed: z.optional(z.array(z.array(z.string()))),
});

/** Masked. It outlives the window: a restored text needs its starting point to be saved. */
export interface DocumentState {
  /** Time of the first content reported to VS Code; it never has an earlier time. */
  readonly openedAt?: number | undefined;
  /** Start of the person's text; undefined if it was lost. */
  readonly base?: Version | undefined;
  /** The live content last shown next to an unsaved text. */
  readonly seen?: JsonObject | undefined;
  /** Where the text and the live content conflicted at that time. */
  readonly contested?: readonly Path[] | undefined;
  /** Where the person had typed the live value before it was shown. */
  readonly agreed?: readonly Path[] | undefined;
}

export const documentStates: KeptSort<DocumentState> = {
  prefix: 'document:',
  schema: documentState,
  /** A text that was saved may have a secret that the person typed. */
  mask({ base, seen, ...state }) {
    return {
      ...state,
      ...(base ? { base: { ...base, content: maskForms(base.content) as JsonObject } } : {}),
      ...(seen ? { seen: maskForms(seen) as JsonObject } : {}),
    };
  },
};

/** Documents whose unsaved text was proposed by a language model, by their URIs. */
export const keptProposals: KeptSort<true> = { prefix: 'proposal:', schema: z.literal(true) };
