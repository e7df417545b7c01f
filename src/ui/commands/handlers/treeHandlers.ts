import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { showFilterBox } from '../filterBox';
import {
  accountIdOf,
  asNode,
  asReference,
  copyCollection,
  pickTargets,
  toCollection,
  toCommandTargets,
} from '../target';
import { describeTargets } from '../../../actions/subject';
import { commandsOf } from '../../../explorer/paletteTarget';
import { findKind, kinds } from '../../../resources/kinds/kinds';
import type { TreeNode } from '../../../explorer/nodes';
import {
  type CollectionReference,
  type ResourceReference,
  toDocumentPath,
  isServer,
} from '../../../resources/reference';
import {
  type Grouping,
  groupings,
  type Sorting,
  sortings,
} from '../../../resources/search/arrange';
import { askForId, pickCollection } from '../../prompts/pickers/pickResource';
import { goToResource } from '../../prompts/pickers/goToResource';
import { showDocument } from '../../documents/documentUri';
import { setContext } from '../../editor/contextKeys';
import { showMessage } from '../../editor/messages';
import { withProgress } from '../../editor/progress';
import { showMultiPick, showPick } from '../../editor/quickInput';
import { menuTitleOf } from '../../editor/titleOf';
import { toPlain } from '../../../base/foreignText';
import { formats, t } from '../../../base/l10n';

export const treeHandlers = {
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
      return tellGone(services, destination.reference);
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

  'serverManagement.refresh': (services, parameter) => {
    refresh(services, accountIdOf(parameter), asNode(parameter));
  },

  // The title of a view passes the focused row as a row's menu does.
  'serverManagement.refreshAll': (services) => refresh(services),

  'serverManagement.runAction': async (services, ...parameters) => {
    const given = toCommandTargets(parameters);
    const found = given.length > 0 ? undefined : await goToResource(services);
    const chosen = found ? [found.reference] : given;
    const [first, ...others] = chosen;
    if (!first) return;
    const find = services.store.find.bind(services.store);
    const isReadOnly = chosen.some(({ account }) => services.sessions.isReadOnly(account));
    const items = commandsOf(chosen, find, isReadOnly).map((command) => ({
      label: menuTitleOf(services.extensionId, command),
      command,
    }));
    const what =
      others.length > 0
        ? describeTargets(services, chosen)
        : t('"{0}"', services.names.placeOf(first));
    const placeHolder = t('Select an action for {0}', what);
    const item = await showPick(items, { title: services.title, placeHolder });
    if (!item) return;
    const selection = others.length > 0 ? [chosen] : [];
    await vscode.commands.executeCommand(item.command, first, ...selection);
  },

  'serverManagement.loadMore': async (services, parameter) => {
    const collection = await toShownCollection(services, parameter);
    if (!collection) return;
    await services.explorer.sources.busyState.run(collection, () =>
      services.store.more(collection),
    );
  },

  'serverManagement.loadAll': async (services, parameter) => {
    const collection = await toShownCollection(services, parameter);
    if (!collection) return;
    const { busyState } = services.explorer.sources;
    await withProgress(
      { title: t('Loading all: {0}', t(findKind(collection.kind).names.many)) },
      (signal, report) =>
        busyState.run(collection, () =>
          services.store.all(collection, (count, total) => report(toProgress(count, total)), {
            signal,
          }),
        ),
    );
  },

  'serverManagement.filterServers': async (services, parameter) => {
    const { explorer } = services;
    const apply = async (filter: string): Promise<void> => {
      await explorer.sources.options.change({ filter });
      if (filter !== '') await explorer.openMatches();
    };
    await (typeof parameter === 'string' ? apply(parameter) : showFilterBox(services, apply));
  },

  'serverManagement.clearFilter': ({ explorer }) => explorer.sources.options.change({ filter: '' }),

  'serverManagement.stopSearching': ({ explorer: { sources } }) => {
    sources.fleet.stop();
    sources.parts.stop();
  },

  'serverManagement.groupServers': (services, parameter) =>
    choose(services, groupings, parameter, 'grouping'),

  'serverManagement.sortServers': (services, parameter) =>
    choose(services, sortings, parameter, 'sorting'),

  'serverManagement.hideKinds': async ({ explorer, title }) => {
    const { options } = explorer.sources;
    const resources = hideable.map(({ id, names, icon }) => ({
      label: t(names.many),
      iconPath: new vscode.ThemeIcon(icon),
      picked: !options.current.hiddenKinds.includes(id),
      id,
    }));
    const placeHolder = t('Select the resources to show');
    const shown = (await showMultiPick(resources, { title, placeHolder }))?.map(({ id }) => id);
    if (!shown) return;
    const hiddenKinds = hideable.map(({ id }) => id).filter((id) => !shown.includes(id));
    await options.change({ hiddenKinds });
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function tellGone({ explorer }: Services, reference: ResourceReference): Promise<void> {
  const name = toPlain(explorer.describe(reference).label);
  await explorer.forget(reference);
  const text = t('"{0}" no longer exists. It was removed from the search.', name);
  await showMessage('information', text);
}

function refresh({ sessions, explorer }: Services, account?: string, node?: TreeNode): void {
  // A refresh gives refused credentials another try.
  sessions.forgetRefusals(account);
  for (const tree of [explorer.servers, explorer.account]) tree.refresh(node);
}

function toProgress(count: number, total: number | undefined): string {
  const shown = formats.number(count);
  return total === undefined ? shown : `${shown} / ${formats.number(total)}`;
}

/** Without a row, the servers, since people have most of those. */
async function toShownCollection(
  services: Services,
  parameter: unknown,
): Promise<CollectionReference | undefined> {
  const node = asNode(parameter);
  const isShown = node?.type === 'more' || node?.type === 'collection';
  const given = isShown ? node.reference : node ? undefined : copyCollection(parameter);
  return given ?? pickCollection(services, 'server');
}

async function choose(
  { explorer, title }: Services,
  names: readonly (Grouping | Sorting)[],
  given: unknown,
  option: 'grouping' | 'sorting',
): Promise<void> {
  const { options } = explorer.sources;
  const known = names.find((each) => each === given);
  if (known) return options.change({ [option]: known });
  const placeHolder = option === 'grouping' ? t('Group servers by') : t('Sort servers by');
  const labels = labelsOfChoices();
  const items = names.map((name) => {
    const isCurrent = name === options.current[option];
    return { label: labels[name], description: isCurrent ? t('Current') : '', name };
  });
  const chosen = await showPick(items, { title, placeHolder });
  if (chosen) await options.change({ [option]: chosen.name });
}

function labelsOfChoices(): Readonly<Record<Grouping | Sorting, string>> {
  return {
    none: t('No groups'),
    provider: t('Provider'),
    country: t('Country'),
    state: t('State'),
    tag: t('Tag'),
    service: t('Default order'),
    name: t('Name'),
    address: t('Address'),
    created: t('Created'),
  };
}

const hideable = kinds.filter(
  ({ id, shownBy }) => !isServer({ kind: id }) && shownBy === undefined,
);
