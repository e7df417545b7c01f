import * as vscode from 'vscode';
import {
  describeFailures,
  describeIgnored,
  markProblems,
  showFolderError,
  showProblems,
} from './describeFolder';
import { findFolder, type FolderServices, openFolder, readLive } from './folderServices';
import { type FolderPlan, planFolder } from '../../folders/planFolder';
import { diff } from '../../base/patch';
import { deletionOf } from '../../pending/applyWhole';
import { findKind } from '../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../resources/reference';
import type { LiveTree } from '../../folders/readTree';
import { showMessage } from '../editor/messages';
import { t } from '../l10n';

/** Stages what the files of a folder ask for. */
export async function planFromFolder(
  services: FolderServices,
  given: vscode.Uri | undefined,
): Promise<void> {
  const folder = given ?? (await findFolder(t('Plan')));
  if (!folder) return;
  try {
    const read = await openFolder(services, folder);
    const tree = read && (await readLive(services, read.account, read.lock.scopes));
    if (!read || !tree) return;
    const plan = planFolder(read, tree, (kind) => deletionOf(kind) !== undefined);
    markProblems(services.pending.folderMarks, folder, plan.problems);
    await stagePlan(services, folder, plan, tree);
    await tellPlan(plan, describeFailures(tree));
  } catch (error) {
    await showFolderError(t("Couldn't plan from the folder."), error);
  }
}

/** Stages a plan in place of an earlier one; what was edited since stays. */
async function stagePlan(
  { pending }: FolderServices,
  uri: vscode.Uri,
  { changed, created, deleted, drifted }: FolderPlan,
  tree: LiveTree,
): Promise<void> {
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
      ({ file, reference }) => file?.folder === folder && !planned.has(toKey(reference)),
    ),
  );
  await pending.stage(
    [
      ...changed.map(({ reference, changes, ...each }) => ({
        reference,
        changes,
        file: fileOf(each),
      })),
      ...deleted.map(({ reference, changes, ...each }) => {
        return { reference, changes, operation: 'delete' as const, file: fileOf(each) };
      }),
      ...drifted.map(({ reference, changes, fields, ...each }) => {
        return { reference, changes, drifted: fields, file: fileOf(each) };
      }),
      ...added.map(({ reference, content, ...each }) => {
        const changes = diff({}, content);
        return { reference, changes, operation: 'create' as const, file: fileOf(each) };
      }),
    ],
    (reference) => {
      const key = toKey(reference);
      // What has no name of its own is called after its kind.
      return (names.get(key) ?? tree.resources.get(key)?.name) || undefined;
    },
  );
}

/** Stands for a resource that is to be created: by its file, in place of an id. */
function toNewReference({ collection, path }: FolderPlan['created'][number]): ResourceReference {
  const { account, kind, parents } = collection;
  return { account, kind, ids: findKind(kind).variable ? [...parents, `new:${path}`] : parents };
}

async function tellPlan(
  { changed, created, deleted, drifted, unknown, problems }: FolderPlan,
  failures: string,
): Promise<void> {
  const counts = [
    changed.length > 0 ? t('To change: {0}.', changed.length) : '',
    created.length > 0 ? t('To create: {0}.', created.length) : '',
    deleted.length > 0 ? t('To delete: {0}.', deleted.length) : '',
    drifted.length > 0 ? t('Changed by others: {0}.', drifted.length) : '',
    unknown > 0 ? t('Not in the folder: {0}.', unknown) : '',
  ].filter(Boolean);
  const refused = describeIgnored(problems);
  const isSame = counts.length === 0 && refused === '' && failures === '';
  const text = isSame
    ? t('The folder matches the service.')
    : [...counts, refused, failures].filter(Boolean).join(' ');
  await showMessage(refused || failures ? 'warning' : 'information', text, [
    ...(problems.length > 0 ? [showProblems()] : []),
    ...(changed.length + created.length + deleted.length + drifted.length > 0
      ? [
          {
            title: t('Show in Source Control'),
            run: () => vscode.commands.executeCommand('workbench.view.scm'),
          },
        ]
      : []),
  ]);
}
