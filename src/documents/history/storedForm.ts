import * as z from 'zod/mini';
import type { JsonValue } from '../../base/json';
import type { Change } from '../../base/patch';
import { type KindId, isKindId } from '../../resources/kinds/kinds';

const value = z.optional(z.custom<JsonValue>((each) => each !== undefined));

/** Changed fields as they are stored. */
export const storedChanges = z.pipe(
  z.array(z.object({ path: z.array(z.string()), before: value, after: value })),
  z.transform((changes) =>
    changes.map(({ path, before, after }): Change => ({ path, before, after })),
  ),
);

/** The reference of a resource as it is stored. */
export const storedReference = z.object({
  account: z.string(),
  kind: z.custom<KindId>((each) => isKindId(each)),
  ids: z.array(z.union([z.number(), z.string()])),
});
