import { titleOf } from '../editor/titleOf';
import type { ActionContext } from '../../actions/action';
import type { MessageAction } from '../../base/questions';
import { systemClock } from '../../api/scheduling/clock';
import { type ActionWrite, toLoggedAction } from '../../documents/history/changeLog';
import { createdIn } from '../../documents/writing/creationJob';
import { isAsMeant } from '../../documents/writing/outcome';
import { platform } from '../../platform/platform';
import type { Services } from './services';
import { watchStarted } from '../explorer/watch/watching';
import { isUnreadable } from '../../explorer/documentedUse';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { showDocument } from '../documents/documentUri';
import { showMessage } from '../editor/messages';
import { t } from '../../base/l10n';

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
    showCreated: (...shown) => void showCreated(services, ...shown),
    watch: (kind, subject, before) =>
      watchStarted(services.watches, services.names, kind, subject, before),
    async noteWrite(write) {
      const isGone = write.isDeletion && isAsMeant(write.outcome);
      if (isGone && 'ids' in write.target) await services.explorer.forget(write.target);
      await keepApplied(services, write);
      const logged = toLoggedAction(write, Date.now());
      await services.changeLog.add(logged);
      if (!('ids' in write.target) && logged.reference.ids.length > write.target.parents.length) {
        await services.explorer.keep(logged.reference, createdIn(write.answer));
      }
    },
  };
}

/** Keeps what was applied but can't be read, so that its row can say so. */
async function keepApplied({ store, explorer }: Services, write: ActionWrite): Promise<void> {
  const { target, body, outcome, isDeletion } = write;
  if (!('ids' in target) || findKind(target.kind).variable || !body) return;
  if (isDeletion || !isAsMeant(outcome) || !isUnreadable(store, target)) return;
  await explorer.sources.pins.add(target, body);
}

/** Reports that a resource was created, offers the next step and to open it, and selects its row. */
async function showCreated(
  services: Services,
  reference: ResourceReference,
  text: string,
  next: MessageAction | undefined,
): Promise<void> {
  const { explorer, store, log } = services;
  const canOpen =
    findKind(reference.kind).operations.read !== undefined && !isUnreadable(store, reference);
  const open = { title: t('Open'), run: () => showDocument(services, reference) };
  void showMessage('information', text, [next ?? [], canOpen ? open : []].flat());
  const note = (error: unknown): void => log.warn(String(error));
  // The person may be typing elsewhere by now.
  await explorer.reveal(reference, true, false).catch(note);
  // The resource may not be in any loaded page.
  await explorer.known(reference).catch(note);
}
