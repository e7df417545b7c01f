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
  switch (reason) {
    case 'noLock':
      return t('The folder has no "{0}". Export to an empty folder first.', path);
    case 'damagedLock':
      return t('The lock file is damaged at "{0}". Restore it from version control.', path);
    case 'changedLock':
      return t('The lock file was edited at "{0}". Restore it from version control.', path);
    case 'unsafePath':
      return t('The path "{0}" isn\'t allowed.', path);
    case 'link':
      return t('"{0}" is a symbolic link. Replace it with a file or folder.', path);
    case 'otherFiles':
      return t('The folder already has "{0}". Select an empty folder.', path);
    case 'nothing':
      return t('None of this can be changed or created.');
  }
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
    const uri = vscode.Uri.joinPath(folder, path);
    marks.set(
      uri,
      why.type === 'text'
        ? toTypedDiagnostics(why.problems, why.text)
        : [
            createDiagnostic(
              new vscode.Range(0, 0, 0, 1),
              describeFile(why.type),
              vscode.DiagnosticSeverity.Error,
              t('Server Management'),
            ),
          ],
    );
  }
}

function describeFile(reason: FileReason): string {
  switch (reason) {
    case 'link':
      return t('Ignored: links and special files are not read.');
    case 'twice':
      return t('Another file has the same ids. Remove "$ids" to create a copy.');
    case 'otherFolder':
      return t('This resource isn\'t in the lock file. Remove "$ids" to create a new one.');
    case 'noPlace':
      return t("Resources like this can't be created here.");
    case 'cantDelete':
      return t("Resources like this can't be deleted. Restore the file.");
    case 'gone':
      return t('The resource no longer exists. Remove "$ids" to create it again.');
    case 'unread':
      return t("The resource couldn't be read. Try again.");
    case 'encoding':
      return t('Ignored: the file is not encoded in UTF-8.');
    case 'tooLarge':
      return t('Ignored: the file is larger than 1 MB.');
  }
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

export function showProblems(): { readonly title: string; readonly run: () => unknown } {
  return {
    title: t('Show Problems'),
    run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
  };
}
