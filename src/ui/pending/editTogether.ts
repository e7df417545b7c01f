import * as vscode from 'vscode';
import { pendingPathOf } from './pendingUri';
import type { PendingServices } from './pending';
import { pendingScheme } from '../../documents/schemes';
import { toContent } from '../../documents/content';
import { memberAt } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import { ServerRows } from '../../explorer/serverRows';
import type { TreeSources } from '../../explorer/treeSources';
import { Filter } from '../../resources/search/filter';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import { withLateProgress } from '../editor/progress';
import { showMessage } from '../editor/messages';
import { t } from '../l10n';

/** Opens one document with the common fields of several resources of one kind. */
export async function editTogether(
  services: PendingServices,
  references: readonly ResourceReference[],
): Promise<void> {
  const [first, second] = references;
  const isOneKind = references.every(({ kind }) => kind === first?.kind);
  if (!first || !second || !isOneKind || !findKind(first.kind).document?.editing) {
    void showMessage(
      'information',
      t('Select several resources of one kind whose fields can be changed.'),
    );
    return;
  }
  const rows = await withLateProgress(t('Reading the live state'), (signal) =>
    Promise.all(
      references.map(async (reference) => {
        const content = await contentOf(services, reference, signal);
        return {
          reference,
          content,
          path: await pendingPathOf(services.names, { reference, origin: 'person' }),
        };
      }),
    ),
  );
  const path = await services.pending.together.start(first.kind, rows);
  const uri = vscode.Uri.from({ scheme: pendingScheme, path });
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** All resources in a collection. @throws ApiError, UnknownAccountError. */
export async function allIn(
  { store }: Pick<PendingServices, 'store'>,
  collection: CollectionReference,
): Promise<readonly ResourceReference[]> {
  const { account, kind, parents } = collection;
  const { items } = await withLateProgress(
    t('Loading: {0}', t(findKind(kind).names.many)),
    (signal) => store.all(collection, undefined, { signal }),
  );
  return items.flatMap(({ id }) =>
    typeof id === 'number' || typeof id === 'string'
      ? [{ account, kind, ids: [...parents, id] }]
      : [],
  );
}

/** Opens one document for the servers of all accounts that match the filter of the view. */
export async function editMatching(services: PendingServices & MatchingServices): Promise<void> {
  const { sessions, explorer } = services;
  if (new Filter(explorer.sources.options.current.filter).isEmpty) {
    void showMessage('information', t('Filter the servers first.'));
    return;
  }
  const accounts = await sessions.accounts();
  const servers = await Promise.all(
    accounts.map(({ id }) => allIn(services, { account: id, kind: 'server', parents: [] })),
  );
  const matching = new ServerRows(explorer.sources).matching(servers.flat());
  if (matching.length > 1) await editTogether(services, matching);
  else void showMessage('information', t('Fewer than two servers match the filter.'));
}

interface MatchingServices {
  readonly explorer: { readonly sources: TreeSources };
}

/** From its list, if that has all editable fields. */
async function contentOf(
  { store, documents }: PendingServices,
  reference: ResourceReference,
  signal: AbortSignal,
): Promise<JsonObject> {
  const kind = findKind(reference.kind);
  const listed = store.find(reference);
  const known = listed && toContent(kind, listed);
  const { writable = [], unread = [] } = kind.document?.editing ?? {};
  const isWhole = writable.every(
    (name) => unread.includes(name) || (known && memberAt(known, name.split('.')) !== undefined),
  );
  return known && isWhole ? known : documents.live(reference, { signal });
}
