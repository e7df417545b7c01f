import type { Exported } from './exportFolder';
import type { FolderError, FolderReason } from './folderFiles';
import type { FileProblem, FileReason } from './readFiles';
import type { ReadPlace, TreeProgress, Unread } from './readTree';
import { addMinutes, minutesFor } from '../question';
import type { RateLimit } from '../../api/scheduling/scheduler';
import type { FolderPlan, Updated } from './planFolder';
import { formats, t } from '../../base/l10n';
import type { ResourceNames } from '../../resources/names/resourceNames';

export function describeFolderError({ reason, path }: FolderError): string {
  const words: Readonly<Record<FolderReason, string>> = {
    noLock: t('The folder has no "{0}". Export to an empty folder first.', path),
    damagedLock: t('The lock file is damaged at "{0}". Restore it from version control.', path),
    changedLock: t('The lock file was edited at "{0}". Restore it from version control.', path),
    unsafePath: t('The path "{0}" isn\'t allowed.', path),
    link: t('"{0}" is a symbolic link. Replace it with a file or folder.', path),
    otherFiles: t('The folder already has "{0}". Select an empty folder.', path),
    nothing: t('None of this can be changed or created.'),
  };
  return words[reason];
}

export function describeIgnored({ length }: readonly FileProblem[]): string {
  if (length === 0) return '';
  return length === 1 ? t('1 file was ignored.') : t('{0} files were ignored.', length);
}

export function describeFile(reason: FileReason): string {
  const words: Readonly<Record<FileReason, string>> = {
    link: t('Ignored: links and special files are not read.'),
    twice: t('Another file has the same ids. Remove "$ids" to create a copy.'),
    otherFolder: t('This resource isn\'t in the lock file. Remove "$ids" to create a new one.'),
    noPlace: t("Resources like this can't be created here."),
    cantDelete: t("Resources like this can't be deleted. Restore the file."),
    gone: t('The resource no longer exists. Remove "$ids" to create it again.'),
    unread: t("The resource couldn't be read. Try again."),
    encoding: t('Ignored: the file is not encoded in UTF-8.'),
    tooLarge: t('Ignored: the file is larger than 1 MB.'),
  };
  return words[reason];
}

export function describeFailures(
  { failures }: Pick<Unread, 'failures'>,
  placeOf: (place: ReadPlace) => string,
  describeError: (error: unknown) => string,
): string {
  const [first] = failures;
  if (!first) return '';
  const why = first.error
    ? describeError(first.error)
    : t('The service returned less than it counted.');
  const name = t('"{0}"', placeOf(first.place));
  return failures.length === 1
    ? t("{0} couldn't be read. {1}", name, why)
    : t("{0} and others couldn't be read ({1}). {2}", name, failures.length, why);
}

/** Why a comparison with the service isn't complete, in sentences. */
export function describeUnread(
  unread: Pick<Unread, 'failures'>,
  problems: readonly FileProblem[],
  names: Pick<ResourceNames, 'placeOf'>,
  describeError: (error: unknown) => string,
): string[] {
  const ignored = problems.filter(({ why }) => why.type !== 'gone');
  const failures = describeFailures(unread, (place) => names.placeOf(place), describeError);
  return [describeIgnored(ignored), failures].filter(Boolean);
}

export function describeProgress(
  { done, of, reads }: TreeProgress,
  limit: RateLimit | undefined,
): string {
  const share = t('{0} of {1}', formats.number(done), formats.number(of));
  const left = done === 0 ? 0 : (reads / done) * (of - done);
  return addMinutes(share, minutesFor(left, limit));
}

/** Such as `2 changes and 1 deletion`; empty if there are none. */
export function countPlanned({ changed, created, deleted }: FolderPlan): string {
  const counts = [
    [changed.length, t('1 change'), t('{0} changes', changed.length)] as const,
    [created.length, t('1 new resource'), t('{0} new resources', created.length)] as const,
    [deleted.length, t('1 deletion'), t('{0} deletions', deleted.length)] as const,
  ];
  return formats.list(
    counts.flatMap(([count, one, many]) => (count === 0 ? [] : [count === 1 ? one : many])),
  );
}

export function countOthers({ drifted, unknown }: FolderPlan): string[] {
  return [
    drifted.length > 0 ? t('Changed by others: {0}.', drifted.length) : '',
    unknown.length > 0 ? t('Not in the folder: {0}.', unknown.length) : '',
  ].filter(Boolean);
}

/** Empty if no files were changed. */
export function countUpdated({ changed, added, deleted }: Updated): string {
  return changed + added + deleted === 0
    ? ''
    : t('Files changed: {0}, added: {1}, deleted: {2}.', changed, added, deleted);
}

export function countExported({ count, stopped }: Pick<Exported, 'count' | 'stopped'>): string {
  if (stopped) return t('Export stopped. Files so far: {0}.', formats.number(count));
  return count === 1 ? t('1 resource exported.') : t('{0} resources exported.', count);
}
