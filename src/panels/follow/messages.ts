import * as z from 'zod/mini';
import type {
  EventFilter,
  FollowState,
  FollowWords,
  FromFollow,
} from '../../pages/follow/protocol';
import { shortText } from '../../resources/storage/readStored';
import { t } from '../../base/l10n';

const eventFilter = z.object({
  source: shortText,
  level: z.catch(z.enum(['information', 'important', 'warning']), 'information'),
  text: shortText,
}) satisfies z.ZodMiniType<EventFilter>;

const followMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('pause'), isPaused: z.boolean() }),
  z.object({ type: z.literal('retry') }),
  z.object({ type: z.literal('open'), id: z.string().check(z.maxLength(2_000)) }),
]) satisfies z.ZodMiniType<FromFollow>;

const paths = z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(100));

const followState = z.object({
  paths,
  filter: eventFilter,
}) satisfies z.ZodMiniType<FollowState>;

/** Parses a message from the page, if it's valid. */
export function parseFollowMessage(received: unknown): FromFollow | undefined {
  return followMessage.safeParse(received).data;
}

/** Parses what open panels showed, as it was stored; none if it's unreadable. */
export function parseOpenPanels(stored: unknown): readonly (readonly string[])[] {
  return z.array(paths).safeParse(stored).data ?? [];
}

/** Parses the state that the editor stored for a page; undefined if it's unreadable. */
export function parseFollowState(kept: unknown): FollowState | undefined {
  return followState.safeParse(kept).data;
}

/** The page's own texts, with placeholders that the page fills. */
export function followWords(): FollowWords {
  return {
    all: t('All'),
    allLevels: t('All Levels'),
    events: t('Events'),
    filter: t('Filter'),
    gap: t('Some events before this one are missing: too many arrived at once.'),
    important: t('Important and Warnings'),
    level: t('Level'),
    newest: t('Jump to Newest'),
    noMatch: t('No event matches the filter.'),
    none: t('No events yet.'),
    pause: t('Pause'),
    resume: t('Resume'),
    shown: t('{0} of {1} events', '{0}', '{1}'),
    source: t('Resource'),
    tryAgain: t('Try Again'),
    warnings: t('Warnings'),
  };
}
