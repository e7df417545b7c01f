import { mkdir } from 'node:fs/promises';
import { type Connected, describe } from './connect';
import type { Settings } from './options';
import { type Entry, type Found, toEntry } from './output';
import { isSameService } from '../accounts/account';
import { toPlain } from '../base/foreignText';
import { formats, t } from '../base/l10n';
import { diff } from '../base/json';
import { findPart, placeIn } from '../documents/content';
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
  type ReadFolder,
  readFolder,
  readLocked,
} from '../pending/folders/readFiles';
import {
  readTree,
  toReading,
  type TreeReading,
  type Unread,
  walkTree,
} from '../pending/folders/readTree';
import type { Resource } from '../resources/kinds/kind';
import { presentIn, ResourceNames } from '../resources/names/resourceNames';
import { type ResourceReference, toKey } from '../resources/reference';

export interface Steps {
  readonly connected: Pick<Connected, 'account' | 'client' | 'limit'>;
  readonly signal: AbortSignal;
  readonly progress: (words: string, share: number) => void;
}

function readingOf({ connected, signal, progress }: Steps, id: string): TreeReading {
  const { client, account, limit } = connected;
  const options = { signal, priority: 'indexing' } as const;
  return {
    ...toReading(client, { ...account, id }, options),
    onProgress: (all) => progress(texts.describeProgress(all, limit()), all.done / (all.of || 1)),
  };
}

/** @throws Error if the folder is of another service, FolderError if it has no lock. */
export async function openFolder(
  { connected }: Steps,
  disk: Disk,
  read: typeof readFolder,
): Promise<ReadFolder> {
  const folder = await read(disk, ({ id, service, label }) => {
    const isOwn = URL.canParse(service) && isSameService(service, connected.account.service);
    if (isOwn) return Promise.resolve(id);
    const [name, address] = [toPlain(label), toPlain(service)];
    throw new Error(t('The folder is from "{0}" ({1}), not from this account.', name, address));
  });
  // Every account is known, or not this one.
  return folder as ReadFolder;
}

async function readBoth(steps: Steps, disk: Disk, read: typeof readFolder) {
  const folder = await openFolder(steps, disk, read);
  const tree = await readTree(readingOf(steps, folder.account), folder.lock.scopes);
  return { folder, tree, names: namesIn((each) => tree.resources.get(toKey(each))?.content) };
}

export function namesIn(
  find: (reference: ResourceReference) => Resource | undefined,
): ResourceNames {
  const known = { store: { find }, pins: { find: () => undefined } };
  return new ResourceNames({ account: () => Promise.resolve(undefined) }, known);
}

/** What applying the folder would do. */
export async function plan(steps: Steps, disk: Disk): Promise<Found> {
  const { folder, tree, names } = await readBoth(steps, disk, readFolder);
  const planned = planFolder(folder, tree, (kind) => deletionOf(kind) !== undefined);
  const entries = [
    ...planned.changed.map(({ reference, path: file, changes }) =>
      toEntry('change', reference, names, { file, changes }),
    ),
    ...planned.created.map(({ collection, name, path: file, content }) =>
      toEntry('creation', collection, names, { file, changes: diff({}, content) }, name),
    ),
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
  const summary = [words, ...texts.countOthers(planned)];
  return { summary, entries, unread: describeUnread(tree, planned.problems, names) };
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
  const unread = describeUnread(tree, planned.problems, names);
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
  return { summary, entries, unread: describeUnread(tree, problems, names) };
}

export async function exportAccount(
  steps: Steps,
  disk: Disk,
  { folder = '' }: Pick<Settings, 'folder'>,
): Promise<Found> {
  await mkdir(folder, { recursive: true });
  const { id, label, service } = steps.connected.account;
  const { count, failures, stopped } = await exportFolder(disk, {
    account: { id, label, service },
    scopes: 'account',
    nameOf: (reference) => String(presentIn(reference, undefined).label),
    walk: (visitor) => walkTree(readingOf(steps, id), 'account', visitor),
  });
  if (stopped) {
    const soFar = t('Export stopped. Files so far: {0}.', formats.number(count));
    throw new Error(`${soFar} ${t('Run it again to continue.')}`, { cause: stopped.error });
  }
  const done = count === 1 ? t('1 resource exported.') : t('{0} resources exported.', count);
  const names = namesIn(() => undefined);
  return { summary: [done], entries: [], unread: describeUnread({ failures }, [], names) };
}

function toProblems({ path: file, why }: FileProblem): Entry[] {
  const entry = { path: [], file, changes: [] };
  if (why.type !== 'text') {
    const type = why.type === 'gone' ? 'missing' : 'ignored';
    return [{ ...entry, type, text: texts.describeFile(why.type) }];
  }
  return why.problems.map((problem) => {
    const place = placeIn(why.text, findPart(problem, why.text).offset);
    return { ...entry, type: 'ignored', text: describeProblem(problem), ...fromOne(place) };
  });
}

/** Editors and reports count lines and columns from 1. */
export function fromOne({ line, column }: ReturnType<typeof placeIn>): ReturnType<typeof placeIn> {
  return { line: line + 1, column: column + 1 };
}

function describeUnread(
  unread: Pick<Unread, 'failures'>,
  problems: readonly FileProblem[],
  names: ResourceNames,
): string[] {
  const ignored = problems.filter(({ why }) => why.type !== 'gone');
  const failures = texts.describeFailures(unread, (place) => names.placeOf(place), describe);
  return [texts.describeIgnored(ignored), failures].filter(Boolean);
}
