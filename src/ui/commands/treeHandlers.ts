import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { accountIdOf, toNode } from './target';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference } from '../../resources/reference';
import { toSignal } from '../cancellation';
import { t } from '../l10n';

/** Commands about the views' rows. */
export const treeHandlers = {
  'serverManagement.refresh': (core, parameter) => {
    const node = toNode(parameter);
    const account = accountIdOf(parameter);
    // Asking again is the person's way to give refused credentials another try.
    core.sessions.forgetRefusals(account);
    for (const tree of [core.servers, core.account]) tree.refresh(node);
  },

  'serverManagement.loadMore': async ({ store }, parameter) => {
    const collection = toCollection(parameter);
    if (collection) await store.more(collection);
  },

  'serverManagement.loadAll': async ({ store }, parameter) => {
    const collection = toCollection(parameter);
    if (!collection) return;
    await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Loading all: {0}', t(findKind(collection.kind).names.many)),
        cancellable: true,
      },
      async (progress, token) => {
        await store.all(
          collection,
          (count, total) =>
            progress.report({ message: total === undefined ? `${count}` : `${count} / ${total}` }),
          { signal: toSignal(token) },
        );
      },
    );
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

function toCollection(parameter: unknown): CollectionReference | undefined {
  const node = toNode(parameter);
  return node?.type === 'more' || node?.type === 'collection' ? node.reference : undefined;
}
