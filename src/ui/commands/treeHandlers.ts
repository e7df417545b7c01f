import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { accountIdOf, toNode } from './target';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference } from '../../resources/reference';
import { toSignal } from '../cancellation';
import type { Core } from '../core';
import { pickAccount } from '../input/pickAccount';
import { formats } from '../formats';
import { t } from '../l10n';

/** Commands about the views' rows as a whole. */
export const treeHandlers = {
  'serverManagement.refresh': (core, parameter) => {
    const node = toNode(parameter);
    const account = accountIdOf(parameter);
    // Asking again is the person's way to give refused credentials another try.
    core.sessions.forgetRefusals(account);
    for (const tree of [core.explorer.servers, core.explorer.account]) tree.refresh(node);
  },

  'serverManagement.loadMore': async (core, parameter) => {
    const collection = toCollection(parameter) ?? (await pickServers(core));
    if (!collection) return;
    await core.explorer.sources.working.run(collection, () => core.store.more(collection));
  },

  'serverManagement.loadAll': async (core, parameter) => {
    const collection = toCollection(parameter) ?? (await pickServers(core));
    if (!collection) return;
    await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Loading all: {0}', t(findKind(collection.kind).names.many)),
        cancellable: true,
      },
      (progress, token) =>
        core.explorer.sources.working.run(collection, () =>
          core.store.all(collection, (count, total) => progress.report(toProgress(count, total)), {
            signal: toSignal(token),
          }),
        ),
    );
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

function toProgress(count: number, total: number | undefined): { readonly message: string } {
  const shown = formats.number(count);
  return { message: total === undefined ? shown : `${shown} / ${formats.number(total)}` };
}

function toCollection(parameter: unknown): CollectionReference | undefined {
  const node = toNode(parameter);
  return node?.type === 'more' || node?.type === 'collection' ? node.reference : undefined;
}

/** Without a row it is the servers that people have many of. */
async function pickServers({ sessions }: Core): Promise<CollectionReference | undefined> {
  const account = await pickAccount(sessions);
  return account && { account: account.id, kind: 'server', parents: [] };
}
