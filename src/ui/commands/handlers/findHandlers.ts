import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { asNode, asReference, copyCollection, pickTargets, toCollection } from '../target';
import { findKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, toDocumentPath } from '../../../resources/reference';
import { toPlain } from '../../../base/foreignText';
import { showMessage } from '../../editor/messages';
import { askForId } from '../../prompts/pickers/pickResource';
import { goToResource } from '../../prompts/pickers/goToResource';
import { setContext } from '../../editor/contextKeys';
import { showDocument } from '../../documents/documentUri';
import { t } from '../../../base/l10n';

export const findHandlers = {
  'serverManagement.goToResource': async (services, parameter) => {
    // The title of a view passes the focused row, which isn't what the person wants to find.
    const given = asNode(parameter) ? undefined : parameter;
    const reference = asReference(given);
    const place = copyCollection(given);
    const destination = reference
      ? { reference, name: undefined }
      : await (place ? askForId(services, place) : goToResource(services));
    if (!destination) return;
    setContext('hasFoundResource', true);
    if ('name' in destination && findKind(destination.reference.kind).shownBy) {
      await services.explorer.follow(toDocumentPath(destination.reference));
      await showDocument(services, destination.reference);
      return;
    }
    if ('name' in destination) {
      await services.explorer.pin(destination.reference, destination.name);
      await services.explorer.reveal(destination.reference, true);
      return;
    }
    if (destination.mayBeGone && (await services.explorer.isGone(destination.reference))) {
      await tellGone(services, destination.reference);
      return;
    }
    await services.explorer.reveal(destination.reference);
    if (destination.asDocument && findKind(destination.reference.kind).operations.read)
      await showDocument(services, destination.reference);
  },

  'serverManagement.revealInTree': async (services, parameter) => {
    const reference = asReference(parameter ?? vscode.window.activeTextEditor?.document.uri);
    const collection = toCollection(parameter);
    if (collection) return services.explorer.revealAll(collection);
    const target = reference ?? (await goToResource(services))?.reference;
    return target && services.explorer.reveal(target);
  },

  'serverManagement.pin': async (services, parameter, selection) => {
    const targets = await pickTargets(services, parameter, selection);
    await Promise.all(targets.map((target) => services.explorer.pin(target)));
  },

  'serverManagement.unpin': async (services, parameter, selection) => {
    for (const target of await pickTargets(services, parameter, selection)) {
      await services.explorer.sources.pins.remove(target);
    }
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function tellGone({ explorer }: Services, reference: ResourceReference): Promise<void> {
  const name = toPlain(explorer.describe(reference).label);
  await explorer.forget(reference);
  const text = t('"{0}" no longer exists. It was removed from the search.', name);
  await showMessage('information', text);
}
