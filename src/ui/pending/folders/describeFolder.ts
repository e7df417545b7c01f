import type { PendingServices } from '../pending';
import * as vscode from 'vscode';
import { FolderError, type FolderReason } from '../../../pending/folders/folderFiles';
import type { FileProblem, FileReason } from '../../../pending/folders/readFiles';
import type { LiveTree } from '../../../pending/folders/readTree';
import { toTypedDiagnostics } from '../../documents/diagnostics';
import { createDiagnostic } from '../../editor/language';
import type { MessageAction } from '../../../base/questions';
import { showError, describeError, showMessage } from '../../editor/messages';
import { t } from '../../../base/l10n';

export async function showFolderError(
  happened: string,
  error: unknown,
  again: () => unknown,
): Promise<void> {
  const actions = [tryAgain(again)];
  if (!(error instanceof FolderError)) return showError(happened, error, actions);
  const { reason, path } = error;
  return showMessage('error', `${happened} ${describeReason(reason, path)}`, actions);
}

/** A button that repeats what failed. */
export function tryAgain(again: () => unknown): MessageAction {
  return { title: t('Try Again'), run: again };
}

function describeReason(reason: FolderReason, path: string): string {
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

export function markProblems(
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

function describeFile(reason: FileReason): string {
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
  { names }: Pick<PendingServices, 'names'>,
  { failures }: Pick<LiveTree, 'failures'>,
): string {
  const [first] = failures;
  if (!first) return '';
  const why = first.error
    ? describeError(first.error)
    : t('The service returned less than it counted.');
  const name = t('"{0}"', names.placeOf(first.place));
  return failures.length === 1
    ? t("{0} couldn't be read. {1}", name, why)
    : t("{0} and others couldn't be read ({1}). {2}", name, failures.length, why);
}

export function showProblems(): MessageAction {
  return {
    title: t('Show Problems'),
    run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
  };
}
