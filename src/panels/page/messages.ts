import * as z from 'zod/mini';
import { maskEachText } from '../../documents/maskCredentials';
import { type KeptSort, listOf, shortText } from '../../resources/storage/stored';
import {
  type FromPage,
  mostSavedAtOnce,
  type PanelState,
  type PendingChange,
} from '../../pages/protocol';

const panelValue = z.union([z.boolean(), z.number(), z.string(), z.null()]);
/** More than the number of values in the longest answer that is read. */
const mostStoredValues = 100_000;

const change = z.object({ id: z.string(), from: panelValue, to: panelValue });
const changes = z.array(change).check(z.maxLength(mostStoredValues));

const serverFilter = z.object({
  account: shortText,
  tag: shortText,
  provider: shortText,
  region: shortText,
});
const jobFilter = z.object({ server: shortText, user: shortText, text: shortText });
const fleetFilter = z.extend(serverFilter, jobFilter.shape);

/** Empty texts stand for all. */
export type FleetFilter = z.infer<typeof fleetFilter>;

const elementId = z.string().check(z.maxLength(500));

const pageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('refresh') }),
  z.object({ type: z.literal('press'), id: z.string() }),
  z.object({ type: z.literal('save'), changes: changes.check(z.maxLength(mostSavedAtOnce)) }),
  z.object({ type: z.literal('changed'), changes }),
  z.object({ type: z.literal('reveal'), id: z.string() }),
  z.object({ type: z.literal('copy'), id: z.string() }),
  z.object({ type: z.literal('filter'), id: z.keyof(fleetFilter), value: shortText }),
  z.object({ type: z.literal('hint'), id: elementId }),
]) satisfies z.ZodMiniType<FromPage>;

const list = z.object({
  wanted: z.string(),
  count: z.number(),
  chosen: z.optional(z.record(z.string(), z.string())),
  sort: z.optional(z.object({ column: z.number(), isDescending: z.boolean() })),
});

const pageState = z.object({
  path: z.string(),
  panel: z.catch(z.string(), ''),
  instance: z.catch(z.string(), ''),
  changes: z.catch(listOf(change), []),
  lists: z.catch(z.record(z.string(), list), {}),
  scroll: z.catch(z.number(), 0),
}) satisfies z.ZodMiniType<PanelState>;

/** Pages aren't trusted more than the content they show. */
export function parsePageMessage(received: unknown): FromPage | undefined {
  return pageMessage.safeParse(received).data;
}

/**
 * Unsaved changes of panels, by the paths of their documents, stored as soon as they're made. The
 * editor also stores a page's state, but only now and then: a reload in a browser would lose the last
 * minute of it. An empty list is stored too, since the page's own state may be older. Closing a panel
 * doesn't delete them: closing the window closes its panels as well.
 */
export const keptChanges: KeptSort<readonly PendingChange[]> = {
  prefix: 'panel:',
  schema: listOf(change),
  mask: maskEachText,
};

/** The paths of each panel of followed events: the editor keeps a page's state only now and then. */
export const keptFollowed: KeptSort<readonly (readonly string[])[]> = {
  prefix: 'follow.',
  schema: listOf(z.array(z.string())),
};

export function parseState(kept: unknown): PanelState | undefined {
  return pageState.safeParse(kept).data;
}

export interface KeptFilters {
  readonly filter: z.infer<typeof serverFilter>;
  readonly schedule: z.infer<typeof jobFilter>;
}

/** The filters of the fleet page: the editor keeps a page's state only now and then. */
export const keptFilters: KeptSort<KeptFilters> = {
  prefix: 'fleet.',
  schema: z.object({ filter: serverFilter, schedule: jobFilter }),
};

export const noFilter = Object.fromEntries(
  Object.keys(fleetFilter.shape).map((name) => [name, '']),
) as FleetFilter;
