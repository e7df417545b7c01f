import * as vscode from 'vscode';
import type { Handler, Handlers } from '../handler';
import { pickTargets, toCollection, asNode, asReference } from '../target';
import { findKind } from '../../../resources/kinds/kinds';
import type { ResourceReference } from '../../../resources/reference';
import type { Services } from '../services';
import { toPlain } from '../../../base/foreignText';
import { showMessage } from '../../editor/messages';
import { askForId } from '../../prompts/pickers/pickResource';
import { showPick } from '../../editor/quickInput';
import { goToResource } from '../../explorer/search/goToResource';
import { setContext } from '../../editor/contextKeys';
import { showDocument } from '../../documents/documentUri';
import { t } from '../../../base/l10n';

/** Commands that find and pin resources. */
export const findHandlers = {
  'serverManagement.goToResource': async (services) => {
    const destination = await goToResource(services.explorer, services.title);
    if (!destination) return;
    setContext('hasFoundResource', true);
    if (destination.mayBeGone && (await services.explorer.isGone(destination.reference))) {
      await tellGone(services, destination.reference);
      return;
    }
    await services.explorer.reveal(destination.reference);
    if (destination.asDocument) await openDocument(services, destination.reference);
  },

  'serverManagement.openById': async (services, parameter) => {
    const node = asNode(parameter);
    // The title of a view passes the focused row, which isn't what the person wants to open.
    const given = node ? undefined : asReference(parameter);
    const place =
      node && 'reference' in node && 'parents' in node.reference ? node.reference : undefined;
    const wanted = given ? { reference: given, name: undefined } : await askForId(services, place);
    if (!wanted) return;
    await services.explorer.pin(wanted.reference, wanted.name);
    await services.explorer.reveal(wanted.reference, true);
  },

  'serverManagement.revealInTree': async (services, parameter) => {
    const reference = asReference(parameter ?? vscode.window.activeTextEditor?.document.uri);
    const collection = toCollection(parameter);
    if (collection) return services.explorer.revealAll(collection);
    const target = reference ?? (await goToResource(services.explorer, services.title))?.reference;
    return target && services.explorer.reveal(target);
  },

  'serverManagement.pin': async (services, parameter, selection) => {
    const targets = await pickTargets(services, parameter, selection);
    await Promise.all(targets.map((target) => services.explorer.pin(target)));
  },

  'serverManagement.unpin': async ({ explorer, title }, parameter, selection) => {
    const { pins } = explorer.sources;
    const targets = asReference(parameter)
      ? await pickTargets({ explorer, title }, parameter, selection)
      : await askForPin(explorer, title);
    for (const target of targets) {
      await pins.remove(target);
    }
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function tellGone({ explorer }: Services, reference: ResourceReference): Promise<void> {
  const name = toPlain(explorer.describe(reference).label);
  await explorer.forget(reference);
  const text = t('"{0}" no longer exists. It was removed from the search.', name);
  await showMessage('information', text);
}

async function openDocument(services: Services, reference: ResourceReference): Promise<void> {
  if (!findKind(reference.kind).operations.read) return;
  await showDocument(services, reference);
}

async function askForPin(
  { sources, describe }: Services['explorer'],
  title: string,
): Promise<readonly ResourceReference[]> {
  const chosen = await showPick(
    sources.pins.all.map(({ reference }) => ({
      label: describe(reference).label,
      description: t(findKind(reference.kind).names.one),
      reference,
    })),
    { title, placeHolder: t('Select what to unpin') },
  );
  return chosen ? [chosen.reference] : [];
}
