import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { accountIdOf, asNode, copyCollection, toCommandTargets } from '../target';
import { describeTargets } from '../../../actions/subject';
import { commandsOf } from '../../../explorer/paletteTarget';
import { findKind } from '../../../resources/kinds/kinds';
import type { TreeNode } from '../../../explorer/nodes';
import { type CollectionReference, serversOf } from '../../../resources/reference';
import { pickAccount } from '../../prompts/pickers/pickResource';
import { withProgress } from '../../editor/progress';
import { showPick } from '../../editor/quickInput';
import { titleOf } from '../../editor/titleOf';
import { goToResource } from '../../prompts/pickers/goToResource';
import { formats, t } from '../../../base/l10n';

export const treeHandlers = {
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
    const items = commandsOf(chosen, find).map((command) => ({
      label: titleOf(services.extensionId, command),
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
    const collection = toShownCollection(parameter) ?? (await pickServers(services));
    if (!collection) return;
    await services.explorer.sources.busyState.run(collection, () =>
      services.store.more(collection),
    );
  },

  'serverManagement.loadAll': async (services, parameter) => {
    const collection = toShownCollection(parameter) ?? (await pickServers(services));
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
} satisfies Partial<Record<keyof Handlers, Handler>>;

function refresh({ sessions, explorer }: Services, account?: string, node?: TreeNode): void {
  // A refresh gives refused credentials another try.
  sessions.forgetRefusals(account);
  for (const tree of [explorer.servers, explorer.account]) tree.refresh(node);
}

function toProgress(count: number, total: number | undefined): string {
  const shown = formats.number(count);
  return total === undefined ? shown : `${shown} / ${formats.number(total)}`;
}

function toShownCollection(parameter: unknown): CollectionReference | undefined {
  const node = asNode(parameter);
  if (!node) return copyCollection(parameter);
  return node.type === 'more' || node.type === 'collection' ? node.reference : undefined;
}

/** Without a row, the servers, since people have most of those. */
async function pickServers(services: Services): Promise<CollectionReference | undefined> {
  const account = await pickAccount(services);
  return account && serversOf(account.id);
}
