import { isUnreadable } from '../../explorer/documentedUse';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { showDocument } from '../documents/documentUri';
import { showMessage } from '../editor/messages';
import { t } from '../editor/l10n';
import type { Services } from '../services/services';

/** Reports that a resource was created, offers to open it, and selects its row. */
export async function showCreated(
  services: Services,
  reference: ResourceReference,
  text: string,
): Promise<void> {
  const { explorer, store, log } = services;
  const canOpen =
    findKind(reference.kind).operations.read !== undefined && !isUnreadable(store, reference);
  const open = { title: t('Open'), run: () => showDocument(services, reference) };
  void showMessage('information', text, canOpen ? [open] : []);
  const note = (error: unknown): void => log.warn(String(error));
  // The person may be typing elsewhere by now.
  await explorer.reveal(reference, true, false).catch(note);
  // The resource may not be in any loaded page.
  await explorer.known(reference).catch(note);
}
