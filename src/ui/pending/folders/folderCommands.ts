import * as vscode from 'vscode';
import type { PendingServices } from '../pending';
import { showInSourceControl, showOutdated } from '../describeStaged';
import {
  findLargeLoss,
  type FolderPlan,
  planFolder,
  recordApplied,
  type Updated,
  updateFolder,
} from '../../../pending/folders/planFolder';
import { diff, isEqual, overlaps } from '../../../base/json';
import { type AppliedChange, deletionOf } from '../../../pending/applyChanges';
import {
  mayBeCreated,
  type StagedChange,
  type StagedFile,
  type Staging,
} from '../../../pending/stagedChange';
import { findKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../../resources/reference';
import {
  type LiveTree,
  nothingRead,
  readTree,
  toReading,
  type TreeReading,
  walkTree,
} from '../../../pending/folders/readTree';
import {
  describeError,
  showError,
  showMessage,
  tryAgain,
  commandButton,
} from '../../editor/messages';
import { toPlain, toRaw } from '../../../base/foreignText';
import {
  type FileProblem,
  type FileReason,
  openFolder,
  type ReadFolder,
  readFolder,
} from '../../../pending/folders/readFiles';
import { t } from '../../../base/l10n';
import { EditorDisk, pickFolder } from '../../editor/machine';
import { exportFolder } from '../../../pending/folders/exportFolder';
import { type Lock, type LockedAccount, lockName } from '../../../pending/folders/lock';
import { isCancellation } from '../../../documents/describeError';
import type { Account } from '../../../accounts/account';
import { pickAccount } from '../../prompts/pickers/pickResource';
import { withProgress } from '../../editor/progress';
import { FolderError } from '../../../pending/folders/folderFiles';
import { toTypedDiagnostics } from '../../documents/diagnostics';
import {
  countExported,
  countOthers,
  countPlanned,
  countUpdated,
  describeFailures,
  describeFile,
  describeFolderError,
  describeIgnored,
  describeProgress,
} from '../../../pending/folders/folderTexts';
import { createDiagnostic } from '../../editor/language';
import type { MessageAction } from '../../../base/questions';

type Planned = Omit<Staging, 'path'>;

export async function planFromFolder(
  services: PendingServices,
  given: vscode.Uri | undefined,
): Promise<void> {
  const texts = { button: t('Plan'), failed: t("Couldn't plan from the folder.") };
  await workInFolder(services, given, texts, async ({ folder, read, tree }, again) => {
    const plan = planFolder(read, tree, (kind) => deletionOf(kind) !== undefined);
    markProblems(services.pending.folderMarks, folder, plan.problems);
    const kept = await stagePlan(services, folder, plan, tree);
    await tellPlan(plan, kept, describeUnread(services, tree), again);
  });
}

/** Returns how many changes were left out: they would replace what a person staged. */
async function stagePlan(
  { pending }: PendingServices,
  uri: vscode.Uri,
  { changed, created, deleted, drifted }: FolderPlan,
  tree: LiveTree,
): Promise<number> {
  const folder = uri.toString();
  const added = created.map((each) => ({ ...each, reference: toNewReference(each) }));
  const names = new Map(added.map(({ reference, name }) => [toKey(reference), name]));
  const planned = new Set(
    [...changed, ...deleted, ...drifted, ...added].map(({ reference }) => toKey(reference)),
  );
  await pending.changes.refresh();
  await pending.changes.discard(
    pending.changes.all.filter(
      (each) =>
        each.file?.folder === folder && !planned.has(toKey(each.reference)) && !mayBeCreated(each),
    ),
  );
  const plan = (
    { reference, changes, path }: FolderPlan['changed'][number],
    more: Pick<Staging, 'operation' | 'drifted'> = {},
  ): Planned => ({ reference, origin: 'folder', changes, file: { folder, path }, ...more });
  const all = [
    ...changed.map((each) => plan(each)),
    ...deleted.map((each) => plan(each, { operation: 'delete' })),
    ...drifted.map((each) => plan(each, { drifted: each.fields })),
    ...added.map((each) =>
      plan({ ...each, changes: diff({}, each.content) }, { operation: 'create' }),
    ),
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

/** True if a planned change would replace one that a person staged, in whole or in a field. */
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
  plan: FolderPlan,
  kept: number,
  failures: string,
  again: () => unknown,
): Promise<void> {
  const { changed, created, deleted, drifted, problems } = plan;
  const staged = countPlanned(plan);
  const counts = [
    staged === '' ? '' : t('{0} staged.', staged),
    ...countOthers(plan),
    kept > 0 ? t('Your own changes kept: {0}.', kept) : '',
  ].filter(Boolean);
  const refused = describeIgnored(problems);
  const isSame = counts.length === 0 && refused === '' && failures === '';
  const text = isSame
    ? t('The folder matches the service.')
    : [...counts, refused, failures].filter(Boolean).join(' ');
  await showMessage(
    refused || failures ? 'warning' : 'information',
    text,
    [
      problems.length > 0 ? showProblems() : [],
      changed.length + created.length + deleted.length + drifted.length > 0
        ? showInSourceControl()
        : [],
      failures === '' ? [] : tryAgain(again),
    ].flat(),
  );
}

export async function updateFromService(
  services: PendingServices,
  given: vscode.Uri | undefined,
): Promise<void> {
  const texts = { button: t('Update'), failed: t("Couldn't update the folder.") };
  await workInFolder(services, given, texts, async ({ folder, read, tree }, again) => {
    const loss = findLargeLoss(read, tree);
    const label = (await services.sessions.account(read.account))?.label ?? '';
    // The service may have returned lists that are too short.
    const mayLose =
      !loss ||
      (await services.prompts.confirm({
        message: t('Delete {0} of {1} files?', loss.lost, loss.of),
        detail: t('"{0}" no longer returns their resources.', toPlain(label)),
        button: t('Delete'),
        typed: label,
      }));
    if (!mayLose) return;
    const updated = await updateFolder(read, tree, namesIn(services));
    markProblems(services.pending.folderMarks, folder, updated.problems);
    await tellUpdate(updated, describeUnread(services, tree), again);
  });
}

async function tellUpdate(updated: Updated, failures: string, again: () => unknown): Promise<void> {
  const { conflicts, problems } = updated;
  // What couldn't be read may have changed, and a file that is ignored may be outdated.
  const isSame = failures === '' && problems.length === 0;
  const same = isSame ? t('All files are up to date.') : t('No files were changed.');
  const done = countUpdated(updated) || same;
  const parts = [
    done,
    conflicts.length > 0 ? t('Your edits that conflict were kept: {0}.', conflicts.join(', ')) : '',
    describeIgnored(problems),
    failures,
  ].filter(Boolean);
  await showMessage(parts.length > 1 ? 'warning' : 'information', parts.join(' '), [
    ...(problems.length > 0 ? [showProblems()] : []),
    ...(failures === '' ? [] : [tryAgain(again)]),
  ]);
}

/** Reads a folder and the service for it, then does the work; if any of it fails, offers to repeat it. */
async function workInFolder(
  services: PendingServices,
  given: vscode.Uri | undefined,
  texts: { readonly button: string; readonly failed: string },
  work: (
    state: { readonly folder: vscode.Uri; readonly read: ReadFolder; readonly tree: LiveTree },
    again: () => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const folder = given ?? (await findFolder(texts.button));
  if (!folder) return;
  const again = (): Promise<void> => workInFolder(services, folder, texts, work);
  try {
    await services.pending.recorded;
    const read = await readFrom(services, folder);
    const tree = read && (await readLive(services, read.account, read.lock.scopes));
    if (read && tree) await work({ folder, read, tree }, again);
  } catch (error) {
    await showFolderError(texts.failed, error, again);
  }
}

export async function recordInFolders(
  services: PendingServices,
  applied: readonly AppliedChange[],
): Promise<void> {
  for (const folder of new Set(applied.flatMap(({ staged }) => staged.file?.folder ?? []))) {
    const changes = applied.filter(({ staged }) => staged.file?.folder === folder);
    await recordInOne(services, folder, changes);
  }
}

async function recordInOne(
  services: PendingServices,
  folder: string,
  applied: readonly AppliedChange[],
): Promise<void> {
  try {
    const uri = vscode.Uri.parse(folder, true);
    const created = applied.flatMap((each) => each.created ?? []);
    const read = await readFrom(services, uri, applied[0]?.staged.reference.account);
    if (!read) return;
    const scopes = created.map(({ kind, ids }) => ({ kind, ids }));
    const tree = scopes.length > 0 ? await readLive(services, read.account, scopes) : undefined;
    await recordApplied(read, tree ?? nothingRead, applied);
  } catch (error) {
    // Planning again doesn't wait for an answer.
    void showFolderError(t("Applied, but the folder couldn't be updated."), error, () =>
      recordInOne(services, folder, applied),
    );
  }
}

/** Drops staged changes in favor of others' changes, also in the files that they came from. */
export async function takeTheirs(
  services: PendingServices,
  all: readonly StagedChange[],
): Promise<void> {
  const changed: StagedChange[] = [];
  try {
    for (const staged of all) {
      const { state, changes, file, operation } = staged;
      if (state.type !== 'drifted' && state.type !== 'conflict') continue;
      const left = changes.filter(
        ({ path }) => !state.fields.some((field) => overlaps(field, path)),
      );
      const { changes: pending } = services.pending;
      const isSame = await (operation ? pending.discard([staged]) : pending.replace(staged, left));
      if (!isSame) changed.push(staged);
      else if (file) await updateFile(services, staged, file);
    }
    if (changed.length > 0) await showOutdated(changed);
  } catch (error) {
    await showFolderError(t("Couldn't update the folder."), error, () => takeTheirs(services, all));
  }
}

async function updateFile(
  services: PendingServices,
  { reference: { account, kind, ids } }: StagedChange,
  { folder }: StagedFile,
): Promise<void> {
  const uri = vscode.Uri.parse(folder, true);
  const read = await readFrom(services, uri, account);
  const tree = read && (await readLive(services, account, [{ kind, ids }]));
  if (!read || !tree) return;
  const only = new Set([toKey({ account, kind, ids })]);
  await updateFolder(read, tree, namesIn(services), only);
}

export async function exportToFolder(
  services: PendingServices,
  references: readonly ResourceReference[],
  accountId: string | undefined,
): Promise<void> {
  const [first] = references;
  const id = first?.account ?? accountId ?? (await pickAccount(services))?.id;
  const account = id === undefined ? undefined : await services.sessions.account(id);
  if (!account) return;
  if (references.some((each) => each.account !== account.id)) {
    return void showMessage('information', t('Select resources of one account.'));
  }
  const folder = await pickFolder(t('Export'));
  if (!folder) return;
  const scopes = first ? references.map(({ kind, ids }) => ({ kind, ids })) : 'account';
  await exportScopes(services, account, scopes, folder);
}

async function exportScopes(
  services: PendingServices,
  account: Account,
  scopes: Lock['scopes'],
  folder: vscode.Uri,
): Promise<void> {
  const again = (): Promise<void> => exportScopes(services, account, scopes, folder);
  const { id, label, baseUrl } = account;
  try {
    const exported = await withReading(services, account, (reading) =>
      exportFolder(new EditorDisk(folder), {
        account: { id, label, service: baseUrl },
        scopes,
        nameOf: namesIn(services),
        walk: (visitor) => walkTree(reading, scopes, visitor),
      }),
    );
    const { count, stopped } = exported;
    const done = countExported(exported);
    const unread = describeUnread(services, exported);
    if (stopped) {
      const why = isCancellation(stopped.error) ? [] : [describeError(stopped.error)];
      const severity = why.length > 0 ? 'error' : 'information';
      const goOn = { title: t('Continue'), run: again };
      await showMessage(severity, [done, ...why].join(' '), [goOn]);
      return;
    }
    if (count === 0) {
      await showMessage('error', `${t("Couldn't export.")} ${unread}`, [tryAgain(again)]);
      return;
    }
    await showMessage(unread ? 'warning' : 'information', [done, unread].join(' ').trim(), [
      commandButton(t('Open Folder'), 'vscode.openFolder', folder, true),
    ]);
  } catch (error) {
    await showFolderError(t("Couldn't export."), error, again);
  }
}

async function findFolder(button: string): Promise<vscode.Uri | undefined> {
  const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const locked = await Promise.all(open.map(async (uri) => ((await hasLock(uri)) ? [uri] : [])));
  const [only, ...others] = locked.flat();
  return only && others.length === 0 ? only : pickFolder(button);
}

async function hasLock(folder: vscode.Uri): Promise<boolean> {
  const found = vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, lockName));
  return found.then(
    () => true,
    () => false,
  );
}

async function readLive(
  services: PendingServices,
  id: string,
  scopes: Lock['scopes'],
): Promise<LiveTree | undefined> {
  const account = await services.sessions.account(id);
  return account && withReading(services, account, (reading) => readTree(reading, scopes));
}

async function withReading<Result>(
  { client, sessions }: PendingServices,
  account: Account,
  work: (reading: TreeReading) => Promise<Result>,
): Promise<Result> {
  return withProgress({ title: t('Reading the live state') }, (signal, report) =>
    work({
      ...toReading(client, account, { signal }),
      onProgress: (progress) =>
        report(describeProgress(progress, sessions.opened(account.id)?.client.rateLimit)),
    }),
  );
}

/** One with only the same address may be another: anyone may have written the folder. */
async function accountOf(
  services: PendingServices,
  { id, label, service }: LockedAccount,
): Promise<Account | undefined> {
  const accounts = await services.sessions.accounts();
  const own = accounts.find((account) => account.id === id && account.label === label);
  // The sandbox gets a new port with each start.
  if (own && (own.isSandbox || own.baseUrl === service)) return own;
  const isEqual = ({ baseUrl }: Account): boolean => baseUrl === service;
  if (accounts.some(isEqual)) {
    const question = t('The folder is from "{0}". Select its account here', toPlain(label));
    return pickAccount(services, isEqual, question);
  }
  const text = t('Add the account "{0}" ({1}) first.', toPlain(label), toPlain(service));
  void showMessage('warning', text);
  return undefined;
}

function namesIn({ names }: PendingServices): (reference: ResourceReference) => string {
  return (reference) => toRaw(names.nameOf(reference));
}

/** If its account isn't known here, asks for it or says so. `known`: if it was found before. */
async function readFrom(
  services: PendingServices,
  folder: vscode.Uri,
  known?: string,
): Promise<ReadFolder | undefined> {
  const opened = await openFolder(new EditorDisk(folder));
  const account = known ?? (await accountOf(services, opened.lock.account))?.id;
  return account === undefined ? undefined : readFolder(account, opened);
}

async function showFolderError(
  happened: string,
  error: unknown,
  again: () => unknown,
): Promise<void> {
  const actions = [tryAgain(again)];
  if (!(error instanceof FolderError)) return showError(happened, error, actions);
  return showMessage('error', `${happened} ${describeFolderError(error)}`, actions);
}

function markProblems(
  marks: vscode.DiagnosticCollection,
  folder: vscode.Uri,
  problems: readonly FileProblem[],
): void {
  marks.clear();
  for (const { path, why } of problems) {
    marks.set(
      vscode.Uri.joinPath(folder, path),
      why.type === 'text' ? toTypedDiagnostics(why.problems, why.text) : [markFile(why.type)],
    );
  }
}

function markFile(reason: FileReason): vscode.Diagnostic {
  const { Error } = vscode.DiagnosticSeverity;
  const start = new vscode.Range(0, 0, 0, 1);
  return createDiagnostic(start, describeFile(reason), Error, t('Server Management'));
}

function describeUnread(
  { names }: Pick<PendingServices, 'names'>,
  unread: Pick<LiveTree, 'failures'>,
): string {
  return describeFailures(unread, (place) => names.placeOf(place), describeError);
}

function showProblems(): MessageAction {
  return commandButton(t('Show Problems'), 'workbench.actions.view.problems');
}
