import { showCreated } from './showCreated';
import { titleOf } from '../editor/titleOf';
import type { ActionContext } from '../../actions/action';
import { systemClock } from '../../api/scheduling/clock';
import { toLoggedAction } from '../../documents/history/loggedAction';
import { createdIn } from '../../documents/writing/lookup/createdIn';
import { isAsMeant } from '../../documents/writing/outcome';
import { platform } from '../../platform/platform';
import type { Services } from '../services/services';
import { formats } from '../editor/formats';
import { t } from '../editor/l10n';
import { watchStarted } from '../explorer/watch/watching';

/** What actions work with in this window. */
export function toActionContext(services: Services): ActionContext {
  const { busyState, pendingFirewalls } = services.explorer.sources;
  return {
    ...services,
    busyState,
    clock: systemClock,
    pendingFirewalls,
    mayRepeatWrites: platform.mayRepeatWrites,
    guard: services.lockOutGuard,
    titleOf: (command) => titleOf(services.extensionId, command),
    showCreated: (reference, text) => void showCreated(services, reference, text),
    watch: (kind, subject, before) => watchStarted(services, kind, subject, before),
    async noteWrite(write) {
      const isGone = write.isDeletion && isAsMeant(write.outcome);
      if (isGone && 'ids' in write.target) await services.explorer.forget(write.target);
      const logged = toLoggedAction(write, Date.now());
      await services.changeLog.add(logged);
      if (!('ids' in write.target) && logged.reference.ids.length > write.target.parents.length) {
        await services.explorer.keep(logged.reference, createdIn(write.answer));
      }
    },
    t,
    formats,
  };
}
