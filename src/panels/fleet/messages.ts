import * as z from 'zod/mini';
import type { FleetFilter, FromFleet, ScheduleFilter } from '../../pages/fleet/protocol';
import { shortText } from '../../resources/storage/readStored';

const fleetFilter = z.object({
  account: shortText,
  tag: shortText,
  provider: shortText,
  region: shortText,
});
const schedule = z.object({ server: shortText, user: shortText, text: shortText });
const elementId = z.string().check(z.maxLength(500));

const fleetMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('filter'), filter: fleetFilter }),
  z.object({ type: z.literal('schedule'), schedule }),
  z.object({ type: z.literal('pick'), id: elementId }),
  z.object({ type: z.literal('hint'), id: elementId }),
  z.object({ type: z.literal('open'), id: elementId }),
  z.object({ type: z.literal('copy'), id: elementId }),
  z.object({ type: z.literal('check') }),
]) satisfies z.ZodMiniType<FromFleet>;

/** Parses a message from the page, if it's valid. */
export function parseFleetMessage(received: unknown): FromFleet | undefined {
  return fleetMessage.safeParse(received).data;
}

const kept = z.object({ filter: fleetFilter, schedule });

/** Parses the filters that were stored; undefined if they're unreadable. */
export function parseFilters(
  stored: unknown,
): { readonly filter: FleetFilter; readonly schedule: ScheduleFilter } | undefined {
  return kept.safeParse(stored).data;
}

/** Shows all servers. */
export const noFilter: FleetFilter = { account: '', tag: '', provider: '', region: '' };

/** Shows all cron jobs. */
export const noScheduleFilter: ScheduleFilter = { server: '', user: '', text: '' };
