import type { Handler, Services } from '../services';
import { toCommandTargets } from '../target';
import { hasEvents } from '../../../panels/follow/logs';
import { type KindId, kinds } from '../../../resources/kinds/kinds';
import { collectionOf, type ResourceReference } from '../../../resources/reference';
import {
  hasAccount,
  pickCollection,
  pickKind,
  pickResource,
} from '../../prompts/pickers/pickResource';
import {
  hasPanel,
  hasTable,
  kindsWithPanel,
  kindsWithTable,
  type panelCommands,
} from '../../../panels/kindsWithPanel';

const kindsWithEvents = kinds.map(({ id }) => id).filter(hasEvents);

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
    const picked = chosen.length === 0 ? await pickOf(services, kindsWithEvents) : undefined;
    const references = picked ? [picked] : chosen;
    if (references.length === 0) return;
    await Promise.all(references.map((each) => services.explorer.knownWithParents(each)));
    services.panels.follow(references);
  },

  'serverManagement.openOverview': async (services, ...parameters) => {
    const [chosen] = chosenResources(parameters).filter(({ kind }) => hasPanel(kind));
    const reference = chosen ?? (await pickOf(services, kindsWithPanel));
    if (reference) services.panels.open(reference);
  },

  'serverManagement.openTable': async (services, ...parameters) => {
    const [chosen] = toCommandTargets(parameters)
      .map(collectionOf)
      .filter(({ kind }) => hasTable(kind));
    const kind = chosen ? undefined : await pickKind(services, kindsWithTable);
    const collection = chosen ?? (kind && (await pickCollection(services, kind)));
    if (collection) services.panels.openTable(collection);
  },
};

function chosenResources(parameters: readonly unknown[]): ResourceReference[] {
  return toCommandTargets(parameters).filter((each): each is ResourceReference => 'ids' in each);
}

async function pickOf(
  services: Services,
  kinds: readonly KindId[],
): Promise<ResourceReference | undefined> {
  const kind = await pickKind(services, kinds);
  return kind && pickResource(services, kind);
}
