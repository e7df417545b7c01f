import * as vscode from 'vscode';
import type { ResourceId } from '../../resources/kinds/kind';
import { findKind, lineage } from '../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../resources/reference';
import type { Core } from '../core';
import { withLateProgress } from '../lateProgress';
import { t } from '../l10n';

/** Asks, level by level, for other resources of the same kind and account. */
export async function pickSeveral(
  core: Core,
  like: ResourceReference,
): Promise<readonly ResourceReference[]> {
  let parents: readonly (readonly ResourceId[])[] = [[]];
  for (const kind of lineage(like.kind)) {
    if (!kind.variable) continue;
    // Each answer says what there is to choose from next.
    // oxlint-disable-next-line no-await-in-loop
    parents = await pickBelow(core, like, kind.id, parents);
    if (parents.length === 0) return [];
  }
  return parents.map((ids) => ({ account: like.account, kind: like.kind, ids }));
}

async function pickBelow(
  core: Core,
  like: ResourceReference,
  kind: ResourceReference['kind'],
  parents: readonly (readonly ResourceId[])[],
): Promise<readonly (readonly ResourceId[])[]> {
  const { account } = like;
  const { names, present } = findKind(kind);
  const choices = await withLateProgress(t('Loading: {0}', t(names.many)), (signal) =>
    Promise.all(
      parents.map(async (above) => {
        const collection = { account, kind, parents: above };
        const { items } = await core.store.all(collection, undefined, { signal });
        return items.map((item) => {
          const { label, description } = present(item, t);
          return { label, description, ids: [...above, item['id'] as ResourceId] };
        });
      }),
    ),
  );
  const isSelf = (ids: readonly ResourceId[]): boolean =>
    toKey({ account, kind: like.kind, ids }) === toKey(like);
  const chosen = await vscode.window.showQuickPick(
    choices
      .flat()
      .flatMap(({ ids, label, description = '' }) =>
        isSelf(ids) ? [] : [{ label, description, ids }],
      ),
    { canPickMany: true, placeHolder: t('Choose: {0}', t(names.many)), matchOnDescription: true },
  );
  return (chosen ?? []).map(({ ids }) => ids);
}
