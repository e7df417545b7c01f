import type * as vscode from 'vscode';
import {
  describeFailures,
  describeIgnored,
  markProblems,
  showProblems,
  tryAgain,
} from './describeFolder';
import type { FolderServices } from './folderServices';
import { workInFolder } from './workInFolder';
import { showInSourceControl } from '../describeStaged';
import { type FolderPlan, planFolder } from '../../../pending/folders/planFolder';
import { diff, isEqual, overlaps } from '../../../base/patch';
import { deletionOf } from '../../../pending/applyWhole';
import { isUnclear, type StagedChange } from '../../../pending/stagedChange';
import type { Staging } from '../../../pending/staging';
import { findKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../../resources/reference';
import type { LiveTree } from '../../../pending/folders/readTree';
import { showMessage } from '../../editor/messages';
import { t } from '../../editor/l10n';

/** A change to stage, whose path isn't known yet. */
type Planned = Omit<Staging, 'path'>;

/** Stages the changes that a folder's files make. */
export async function planFromFolder(
  services: FolderServices,
  given: vscode.Uri | undefined,
): Promise<void> {
  const texts = { button: t('Plan'), failed: t("Couldn't plan from the folder.") };
  await workInFolder(services, given, texts, async ({ folder, read, tree }, again) => {
    const plan = planFolder(read, tree, (kind) => deletionOf(kind) !== undefined);
    markProblems(services.pending.folderMarks, folder, plan.problems);
    const kept = await stagePlan(services, folder, plan, tree);
    await tellPlan(plan, kept, describeFailures(services, tree), again);
  });
}

/**
 * Stages a plan in place of an earlier one. Returns how many changes it left out, because they would
 * replace what a person staged.
 */
async function stagePlan(
  { pending }: FolderServices,
  uri: vscode.Uri,
  { changed, created, deleted, drifted }: FolderPlan,
  tree: LiveTree,
): Promise<number> {
  const folder = uri.toString();
  const fileOf = ({ path }: { readonly path: string }) => ({ folder, path });
  const added = created.map((each) => ({ ...each, reference: toNewReference(each) }));
  const names = new Map(added.map(({ reference, name }) => [toKey(reference), name]));
  const planned = new Set(
    [...changed, ...deleted, ...drifted, ...added].map(({ reference }) => toKey(reference)),
  );
  await pending.changes.refresh();
  await pending.changes.discard(
    pending.changes.all.filter(
      (each) =>
        each.file?.folder === folder && !planned.has(toKey(each.reference)) && !isUnclear(each),
    ),
  );
  const origin = 'folder' as const;
  const all: readonly Planned[] = [
    ...changed.map(({ reference, changes, ...each }) => ({
      reference,
      origin,
      changes,
      file: fileOf(each),
    })),
    ...deleted.map(({ reference, changes, ...each }) => {
      return { reference, origin, changes, operation: 'delete' as const, file: fileOf(each) };
    }),
    ...drifted.map(({ reference, changes, fields, ...each }) => {
      return { reference, origin, changes, drifted: fields, file: fileOf(each) };
    }),
    ...added.map(({ reference, content, ...each }) => {
      const changes = diff({}, content);
      return { reference, origin, changes, operation: 'create' as const, file: fileOf(each) };
    }),
  ];
  const staged = all.filter(
    (each) => !pending.changes.of(each.reference).some((other) => replacesOwn(other, each, folder)),
  );
  // A resource without a name of its own is named after its kind.
  await pending.stage(staged, (reference) => {
    const key = toKey(reference);
    return (names.get(key) ?? tree.resources.get(key)?.name) || undefined;
  });
  return all.length - staged.length;
}

/** Whether a planned change would replace one that a person staged, in whole or in a field. */
function replacesOwn(
  earlier: StagedChange,
  { operation, changes }: Planned,
  folder: string,
): boolean {
  if (earlier.file?.folder === folder) return false;
  if (earlier.operation !== operation) return true;
  if (operation === 'delete') return false;
  return earlier.changes.some((own) =>
    changes.some(({ path, after }) => overlaps(path, own.path) && !isEqual(after, own.after)),
  );
}

/** Identifies a resource to create by its file, in place of an id. */
function toNewReference({ collection, path }: FolderPlan['created'][number]): ResourceReference {
  const { account, kind, parents } = collection;
  return { account, kind, ids: findKind(kind).variable ? [...parents, `new:${path}`] : parents };
}

async function tellPlan(
  { changed, created, deleted, drifted, unknown, problems }: FolderPlan,
  kept: number,
  failures: string,
  again: () => unknown,
): Promise<void> {
  const counts = [
    changed.length > 0 ? t('To change: {0}.', changed.length) : '',
    created.length > 0 ? t('To create: {0}.', created.length) : '',
    deleted.length > 0 ? t('To delete: {0}.', deleted.length) : '',
    drifted.length > 0 ? t('Changed by others: {0}.', drifted.length) : '',
    unknown > 0 ? t('Not in the folder: {0}.', unknown) : '',
    kept > 0 ? t('Your own changes kept: {0}.', kept) : '',
  ].filter(Boolean);
  const refused = describeIgnored(problems);
  const isSame = counts.length === 0 && refused === '' && failures === '';
  const text = isSame
    ? t('The folder matches the service.')
    : [...counts, refused, failures].filter(Boolean).join(' ');
  await showMessage(refused || failures ? 'warning' : 'information', text, [
    ...(problems.length > 0 ? [showProblems()] : []),
    ...(changed.length + created.length + deleted.length + drifted.length > 0
      ? [showInSourceControl()]
      : []),
    ...(failures === '' ? [] : [tryAgain(again)]),
  ]);
}
