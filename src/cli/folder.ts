import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { type Connected, describe } from './connect';
import { type Entry, type Found, toEntry } from './output';
import { isSameService } from '../accounts/account';
import { toPlain } from '../base/foreignText';
import { t } from '../base/l10n';
import { diff } from '../base/json';
import { lineOf } from '../documents/content';
import { describeProblem } from '../documents/describeError';
import { deletionOf } from '../pending/applyChanges';
import { exportFolder } from '../pending/folders/exportFolder';
import type { Disk } from '../pending/folders/folderFiles';
import * as texts from '../pending/folders/folderTexts';
import {
  findLargeLoss,
  type FolderPlan,
  planFolder,
  updateFolder,
} from '../pending/folders/planFolder';
import {
  type FileProblem,
  openFolder,
  type ReadFolder,
  readFolder,
  readLocked,
} from '../pending/folders/readFiles';
import {
  readTree,
  toReading,
  type TreeProgress,
  type TreeReading,
  walkTree,
} from '../pending/folders/readTree';
import { namesOf, type ResourceNames } from '../resources/names/resourceNames';
import { type ResourceReference, toKey } from '../resources/reference';

export interface Steps extends Pick<Connected, 'account' | 'client' | 'limit'> {
  readonly signal: AbortSignal;
  readonly progress: (words: string, share: number) => void;
}

function readingOf({ client, account, limit, signal, progress }: Steps, id: string): TreeReading {
  const onProgress = (all: TreeProgress): void =>
    progress(texts.describeProgress(all, limit()), all.done / (all.of || 1));
  return { ...toReading(client, { ...account, id }, { signal, priority: 'indexing' }), onProgress };
}

/** @throws Error if the folder is of another service, FolderError if it has no lock. */
export async function openOwn({ account }: Steps, disk: Disk) {
  const opened = await openFolder(disk);
  const { service, label } = opened.lock.account;
  if (URL.canParse(service) && isSameService(service, account.service)) return opened;
  const [name, address] = [toPlain(label), toPlain(service)];
  throw new Error(t('The folder is from "{0}" ({1}), not from this account.', name, address));
}

/** Reads the files while the service answers: the first requests leave before that. */
async function readBoth(
  steps: Steps,
  disk: Disk,
  read: (...of: Parameters<typeof readFolder>) => ReadFolder | Promise<ReadFolder>,
) {
  const opened = await openOwn(steps, disk);
  const { account, scopes } = opened.lock;
  const [tree, folder] = await Promise.all([
    readTree(readingOf(steps, account.id), scopes),
    setImmediate().then(() => read(account.id, opened)),
  ]);
  return { folder, tree, names: namesOf((each) => tree.resources.get(toKey(each))?.content) };
}

/** What applying the folder would do. */
export async function plan(steps: Steps, disk: Disk): Promise<Found> {
  const { folder, tree, names } = await readBoth(steps, disk, readFolder);
  const planned = planFolder(folder, tree, (kind) => deletionOf(kind) !== undefined);
  const entries = [
    ...planned.changed.map(({ reference, path: file, changes }) =>
      toEntry('change', reference, names, { file, changes }),
    ),
    ...planned.created.map(({ collection, name, path: file, content }) => {
      const path = [...names.partsOf(collection).slice(0, -1), toPlain(name)];
      return toEntry('creation', collection, names, { path, file, changes: diff({}, content) });
    }),
    ...planned.deleted.map(({ reference, path: file }) =>
      toEntry('deletion', reference, names, { file }),
    ),
    ...planned.drifted.map(({ reference, path: file, changes, fields }) => {
      const text = t('Changed by others: {0}', fields.map((field) => field.join('.')).join());
      return toEntry('changedByOthers', reference, names, { file, changes, text });
    }),
    ...toOthers(planned, names),
  ];
  const counts = texts.countPlanned(planned);
  const words = counts === '' ? t('Nothing to apply.') : t('To apply: {0}.', counts);
  const unread = texts.describeUnread(tree, planned.problems, names, describe);
  return { summary: [words, ...texts.countOthers(planned)], entries, unread };
}

/** What changed at the service since the folder was last updated. */
export async function drift(steps: Steps, disk: Disk): Promise<Found> {
  const { folder, tree, names } = await readBoth(steps, disk, readLocked);
  const planned = planFolder(folder, tree, () => true);
  const changed = planned.drifted.map(({ reference, path: file, changes: back }) => {
    const changes = back.map((each) => ({ ...each, before: each.after, after: each.before }));
    return toEntry('changedByOthers', reference, names, { file, changes });
  });
  const others = toOthers(planned, names);
  const gone = others.filter(({ type }) => type === 'missing').length;
  const counts = texts.countOthers(planned);
  if (gone > 0) counts.push(t('Deleted by others: {0}.', gone));
  const summary = counts.length > 0 ? counts : [t('Nothing changed at the service.')];
  const unread = texts.describeUnread(tree, planned.problems, names, describe);
  return { summary, entries: [...changed, ...others], unread };
}

function toOthers({ unknown, problems }: FolderPlan, names: ResourceNames): Entry[] {
  const added = unknown.map(({ reference }) => toEntry('notInFolder', reference, names));
  return [...added, ...problems.flatMap(toProblems)];
}

export async function update(steps: Steps, disk: Disk): Promise<Found> {
  const { folder, tree, names } = await readBoth(steps, disk, readFolder);
  const loss = findLargeLoss(folder, tree);
  if (loss) {
    const why = t('Answered "no". Update the folder in the editor to delete them.');
    const unread = [`${t('Delete {0} of {1} files?', loss.lost, loss.of)} ${why}`];
    return { summary: [], entries: [], unread };
  }
  const nameOf = (each: ResourceReference) => tree.resources.get(toKey(each))?.name ?? '';
  const updated = await updateFolder(folder, tree, nameOf);
  const { conflicts, problems } = updated;
  const text = t('Edited here and changed by others. The edit was kept.');
  const entries = [
    ...conflicts.map((file): Entry => ({ type: 'conflict', path: [], file, text, changes: [] })),
    ...problems.flatMap(toProblems),
  ];
  const summary = [texts.countUpdated(updated) || t('No files were changed.')];
  return { summary, entries, unread: texts.describeUnread(tree, problems, names, describe) };
}

export async function exportAccount(steps: Steps, disk: Disk): Promise<Found> {
  // Otherwise, the garbage of requests may take three times the memory of what is kept.
  setFlagsFromString('--heap-growing-percent=100');
  const { id, label, service } = steps.account;
  const names = namesOf(() => undefined);
  const exported = await exportFolder(disk, {
    account: { id, label, service },
    scopes: 'account',
    nameOf: (reference) => String(names.nameOf(reference)),
    walk: (visitor) => walkTree(readingOf(steps, id), 'account', visitor),
  });
  const { stopped } = exported;
  const done = texts.countExported(exported);
  if (stopped)
    throw new Error(`${done} ${t('Run it again to continue.')}`, { cause: stopped.error });
  const unread = texts.describeUnread(exported, [], names, describe);
  return { summary: [done], entries: [], unread };
}

function toProblems({ path: file, why }: FileProblem): Entry[] {
  const entry = { path: [], file, changes: [] };
  if (why.type !== 'text') {
    const type = why.type === 'gone' ? 'missing' : 'ignored';
    return [{ ...entry, type, text: texts.describeFile(why.type) }];
  }
  return why.problems.map((problem) => {
    const text = describeProblem(problem);
    return { ...entry, type: 'ignored', text, ...lineOf(problem, why.text) };
  });
}
