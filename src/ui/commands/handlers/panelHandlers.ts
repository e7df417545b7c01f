import * as vscode from 'vscode';
import type { Handler, Services } from '../services';
import { toCommandTargets } from '../target';
import { hasEvents } from '../../../panels/follow/logs';
import { type KindId, findKind, kinds } from '../../../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
} from '../../../resources/reference';
import { hasAccount, pickResource } from '../../prompts/pickers/pickResource';
import { showPick } from '../../editor/quickInput';
import {
  hasPanel,
  hasTable,
  kindsWithPanel,
  kindsWithTable,
  type panelCommands,
} from '../../../panels/kindsWithPanel';
import { t } from '../../../base/l10n';

type PanelCommand =
  | 'serverManagement.openFleet'
  | 'serverManagement.followEvents'
  | (typeof panelCommands)[number];

export const panelHandlers: Record<PanelCommand, Handler> = {
  'serverManagement.openFleet': async ({ panels, sessions }) => {
    if (await hasAccount(sessions)) panels.openFleet();
  },

  'serverManagement.followEvents': async (services, ...parameters) => {
    const chosen = chosenResources(parameters).filter(({ kind }) => hasEvents(kind));
    const picked = chosen.length === 0 ? await pickWithEvents(services) : undefined;
    const references = picked ? [picked] : chosen;
    if (references.length === 0) return;
    await Promise.all(references.map((each) => services.explorer.knownWithParents(each)));
    services.panels.follow(references);
  },

  'serverManagement.openOverview': async (services, ...parameters) => {
    const [chosen] = chosenResources(parameters).filter(({ kind }) => hasPanel(kind));
    const reference = chosen ?? (await pickOfKinds(services));
    if (reference) services.panels.open(reference);
  },

  'serverManagement.openTable': async (services, ...parameters) => {
    const [chosen] = toCommandTargets(parameters)
      .map(collectionOf)
      .filter(({ kind }) => hasTable(kind));
    const collection = chosen ?? (await pickTable(services));
    if (collection) services.panels.openTable(collection);
  },
};

function chosenResources(parameters: readonly unknown[]): ResourceReference[] {
  return toCommandTargets(parameters).filter((each): each is ResourceReference => 'ids' in each);
}

async function pickTable(services: Services): Promise<CollectionReference | undefined> {
  const kind = await pickKind(services, kindsWithTable);
  const server = kind && (await pickResource(services, 'server'));
  return server && { account: server.account, kind, parents: server.ids };
}

async function pickOfKinds(services: Services): Promise<ResourceReference | undefined> {
  const kind = await pickKind(services, kindsWithPanel);
  return kind && pickResource(services, kind);
}

async function pickWithEvents(services: Services): Promise<ResourceReference | undefined> {
  const kind = await pickKind(services, kinds.map(({ id }) => id).filter(hasEvents));
  return kind && pickResource(services, kind);
}

async function pickKind(
  { title }: Services,
  kinds: readonly KindId[],
): Promise<KindId | undefined> {
  const items = kinds.map((kindId) => {
    const { names, icon } = findKind(kindId);
    return { label: t(names.one), iconPath: new vscode.ThemeIcon(icon), kindId };
  });
  const placeHolder = t('Select what to open');
  return (await showPick(items, { title, placeHolder, ignoreFocusOut: true }))?.kindId;
}
