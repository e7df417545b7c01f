import * as vscode from 'vscode';
import type { PendingServices } from '../pending';
import { EditorDisk } from './editorDisk';
import { type Lock, lockName, type LockedAccount } from '../../../pending/folders/lock';
import {
  type LiveTree,
  readTree,
  type TreeProgress,
  type TreeReading,
} from '../../../pending/folders/readTree';
import { minutesFor } from '../../../pending/question';
import type { Account } from '../../../accounts/account';
import type { RateLimit } from '../../../api/scheduling/rateLimit';
import { collect } from '../../../api/paging';
import { toPlain, toRaw } from '../../../base/foreignText';
import type { ResourceReference } from '../../../resources/reference';
import { readFolder, type ReadFolder } from '../../../pending/folders/readFiles';
import { showMessage } from '../../editor/messages';
import { pickAccount } from '../../prompts/pickers/pickAccount';
import { pickFolder } from '../../editor/pickFolder';
import { withProgress } from '../../editor/progress';
import { formats, t } from '../../../base/l10n';

export async function findFolder(button: string): Promise<vscode.Uri | undefined> {
  const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const locked = await Promise.all(open.map(async (uri) => ((await hasLock(uri)) ? [uri] : [])));
  const [only, ...others] = locked.flat();
  return only && others.length === 0 ? only : pickFolder(button);
}

async function hasLock(folder: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, lockName));
    return true;
  } catch {
    return false;
  }
}

/** Reads the service for a folder, with progress. @throws ApiError, UnknownAccountError. */
export async function readLive(
  services: PendingServices,
  id: string,
  scopes: Lock['scopes'],
): Promise<LiveTree | undefined> {
  const account = await services.sessions.account(id);
  return account && withReading(services, account, (reading) => readTree(reading, scopes));
}

/** Does work that reads the service, with progress. @throws UnknownAccountError. */
export async function withReading<Result>(
  { client, sessions }: PendingServices,
  account: Account,
  work: (reading: TreeReading) => Promise<Result>,
): Promise<Result> {
  return withProgress({ title: t('Reading the live state') }, (signal, report) =>
    work({
      account,
      list: async (collection) => {
        const list = await collect(await client.pages(collection, { signal }));
        const [failure] = list.failures;
        if (failure) throw failure.error as Error;
        return list;
      },
      read: (reference) => client.readWhole(reference, { signal }),
      onProgress: (progress) =>
        report(describeProgress(progress, sessions.opened(account.id)?.client.rateLimit)),
    }),
  );
}

/** How much was read, and how long the rest takes if the account's limit is what slows it. */
function describeProgress({ done, of, reads }: TreeProgress, limit: RateLimit | undefined): string {
  const share = t('{0} of {1}', formats.number(done), formats.number(of));
  const left = done === 0 ? 0 : (reads / done) * (of - done);
  const minutes = minutesFor(left, limit);
  if (minutes < 1) return share;
  return minutes === 1
    ? t('{0}, about a minute because of the rate limit', share)
    : t('{0}, about {1} minutes because of the rate limit', share, formats.number(minutes));
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

export function namesIn({ names }: PendingServices): (reference: ResourceReference) => string {
  return (reference) => toRaw(names.nameOf(reference));
}

/** If its account isn't known here, asks for it or says so. `known`: if it was found before. */
export async function openFolder(
  services: PendingServices,
  folder: vscode.Uri,
  known?: string,
): Promise<ReadFolder | undefined> {
  return readFolder(
    new EditorDisk(folder),
    async (locked) => known ?? (await accountOf(services, locked))?.id,
  );
}
