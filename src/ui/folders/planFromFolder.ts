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
    await stagePlan(services, folder, plan);
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
): Promise<void> {
  const folder = uri.toString();
  await pending.changes.refresh();
  await pending.changes.discard(pending.changes.all.filter((each) => each.file?.folder === folder));
  const fileOf = ({ path }: { readonly path: string }) => ({ folder, path });
  await pending.stage([
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
    ...created.map(({ collection, content, name, path }) => {
      const { account, kind, parents } = collection;
      const ids = findKind(kind).variable ? [...parents, `new:${path}`] : parents;
      const reference = { account, kind, ids };
      return {
        reference,
        name,
        changes: diff({}, content),
        operation: 'create' as const,
        file: { folder, path },
      };
    }),
  ]);
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
