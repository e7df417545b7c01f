import * as vscode from 'vscode';
import { pendingPathOf } from './pendingUri';
import type { PendingServices } from './pendingServices';
import { pendingScheme } from '../../documents/schemes';
import { toContent } from '../../documents/content';
import { memberAt } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import { withLateProgress } from '../status/lateProgress';
import { showMessage } from '../editor/messages';
import { t } from '../l10n';

/** Opens one document with what several resources of one kind have in common. */
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
        return { reference, content, path: await pendingPathOf(services.names, reference) };
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

/** From its list, if that has all the fields that can be changed. */
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
