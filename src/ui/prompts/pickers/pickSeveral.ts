import type { ResourceId } from '../../../resources/kinds/kind';
import { findKind, lineage } from '../../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../../resources/reference';
import type { PickServices } from './pickResource';
import { withLateProgress } from '../../editor/progress';
import { showPicks } from '../../editor/quickInput';
import { formats, t } from '../../../base/l10n';

/** Asks, level by level, for other resources of the same kind and account. */
export async function pickSeveral(
  services: PickServices,
  like: ResourceReference,
): Promise<readonly ResourceReference[]> {
  let parents: readonly (readonly ResourceId[])[] = [[]];
  for (const kind of lineage(like.kind)) {
    if (!kind.variable) continue;
    // Each answer determines the next choices.
    // oxlint-disable-next-line no-await-in-loop
    parents = await pickBelow(services, like, kind.id, parents);
    if (parents.length === 0) return [];
  }
  return parents.map((ids) => ({ account: like.account, kind: like.kind, ids }));
}

async function pickBelow(
  services: PickServices,
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
        const { items } = await services.store.all(collection, undefined, { signal });
        return items.map((item) => {
          const { label, description } = present(item);
          return { label, description, ids: [...above, item['id'] as ResourceId] };
        });
      }),
    ),
  );
  const isSelf = (ids: readonly ResourceId[]): boolean =>
    toKey({ account, kind: like.kind, ids }) === toKey(like);
  const chosen = await showPicks(
    choices
      .flat()
      .flatMap(({ ids, label, description = '' }) =>
        isSelf(ids) ? [] : [{ label, description, ids }],
      ),
    {
      title: services.title,
      placeHolder: t('Select the {0}', formats.inSentence(t(names.many))),
      matchOnDescription: true,
    },
  );
  return (chosen ?? []).map(({ ids }) => ids);
}
