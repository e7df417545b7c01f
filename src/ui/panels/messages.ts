import * as z from 'zod';
import type { FromPanel, PanelState, PendingChange } from '../../webviews/protocol';

const value = z.union([z.boolean(), z.number(), z.string(), z.null()]);
const changes = z.array(z.object({ id: z.string(), from: value, to: value })).max(500);

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('refresh') }),
  z.object({ type: z.literal('press'), id: z.string() }),
  z.object({ type: z.literal('save'), changes }),
  z.object({ type: z.literal('changed'), changes }),
  z.object({ type: z.literal('reveal'), id: z.string() }),
  z.object({ type: z.literal('copy'), id: z.string() }),
]) satisfies z.ZodType<FromPanel>;

const state = z.object({
  path: z.string(),
  instance: z.string().catch(''),
  changes: changes.catch([]),
  lists: z.record(z.string(), z.object({ wanted: z.string(), count: z.number() })).catch({}),
  scroll: z.number().catch(0),
}) satisfies z.ZodType<PanelState>;

/** A message of a page, if it is one: a page is not trusted more than what it shows. */
export function parseMessage(received: unknown): FromPanel | undefined {
  return message.safeParse(received).data;
}

/** Changes that were kept, if they can still be read. */
export function parseChanges(kept: unknown): readonly PendingChange[] | undefined {
  return changes.safeParse(kept).data;
}

/** What the editor kept of a panel, if that can still be read. */
export function parseState(kept: unknown): PanelState | undefined {
  return state.safeParse(kept).data;
}
