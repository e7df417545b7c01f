import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { pickTargets, toNode, toReference } from './target';
import type { KindId, ResourceId } from '../../resources/kinds/kind';
import { findKind, lineage } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { askText } from '../input/askText';
import { pickAccount } from '../input/pickAccount';
import { t } from '../l10n';
import { toUri } from '../uris';

/** Commands that find resources and keep them at hand. */
export const findHandlers = {
  'serverManagement.goToResource': async (core) => {
    const destination = await core.explorer.find();
    if (!destination) return;
    await core.explorer.reveal(destination.reference);
    if (destination.asDocument) await openDocument(destination.reference);
  },

  'serverManagement.openById': async (core, parameter) => {
    const reference = toReference(parameter) ?? (await askForId(core, parameter));
    if (!reference) return;
    await core.explorer.remember(reference);
    await core.explorer.reveal(reference);
  },

  'serverManagement.revealInTree': async (core, parameter) => {
    const reference = toReference(parameter ?? vscode.window.activeTextEditor?.document.uri);
    const target = reference ?? (await core.explorer.find())?.reference;
    if (target) await core.explorer.reveal(target);
  },

  'serverManagement.pin': async (core, parameter, selection) => {
    const targets = await pickTargets(core, parameter, selection);
    await Promise.all(targets.map((target) => core.explorer.remember(target)));
  },

  'serverManagement.unpin': async ({ explorer }, parameter, selection) => {
    const { favourites } = explorer.sources;
    const targets = toReference(parameter)
      ? await pickTargets({ explorer }, parameter, selection)
      : await askForFavourite(explorer);
    for (const target of targets) {
      // Each is a change of the same list.
      // oxlint-disable-next-line no-await-in-loop
      await favourites.remove(target);
    }
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function openDocument(reference: ResourceReference): Promise<void> {
  if (!findKind(reference.kind).operations.read) return;
  await vscode.window.showTextDocument(toUri(reference), { preview: true });
}

/** What can be read by id although no list offers it (reference §4). */
const kindsById: readonly KindId[] = ['server', 'webApplication', 'canvas', 'integration'];

async function askForId(core: Core, parameter: unknown): Promise<ResourceReference | undefined> {
  const node = toNode(parameter);
  const place = node && 'reference' in node ? node.reference : undefined;
  const account = place?.account ?? (await pickAccount(core.sessions))?.id;
  if (account === undefined) return undefined;
  const kind = place && kindsById.includes(place.kind) ? place.kind : await askForKind();
  if (!kind) return undefined;
  const levels = lineage(kind);
  const ids: ResourceId[] = [];
  for (const [index, level] of levels.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await askText(
      {
        prompt: t('Id of the {0}', t(level.names.one)),
        validate: (text) => (/^\d{1,15}$/.test(text) ? undefined : t('Type a whole number.')),
      },
      { title: t('Open by Id'), step: index + 1, totalSteps: levels.length },
    );
    if (outcome.type !== 'next') return undefined;
    ids.push(Number(outcome.state));
  }
  return { account, kind, ids };
}

async function askForKind(): Promise<KindId | undefined> {
  const chosen = await vscode.window.showQuickPick(
    kindsById.map(findKind).map(({ id, names, icon }) => ({
      label: t(names.one),
      iconPath: new vscode.ThemeIcon(icon),
      id,
    })),
    // What was opened before may take the focus while its row is being shown.
    { placeHolder: t('What do you want to open?'), ignoreFocusOut: true },
  );
  return chosen?.id;
}

async function askForFavourite({
  sources,
  describe,
}: Core['explorer']): Promise<readonly ResourceReference[]> {
  const chosen = await vscode.window.showQuickPick(
    sources.favourites.all.map(({ reference }) => ({
      label: describe(reference).label,
      description: t(findKind(reference.kind).names.one),
      reference,
    })),
    { placeHolder: t('What do you want to unpin?') },
  );
  return chosen ? [chosen.reference] : [];
}
