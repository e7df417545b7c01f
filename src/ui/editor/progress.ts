import * as vscode from 'vscode';
import { toSignal } from '../cancellation';
import { toMessage, type Words } from '../../base/foreignText';

/** Where progress is shown: in a cancellable notification, or as a bar in a view. */
type ProgressPlace = { readonly title: Words } | { readonly viewId: string };

/** Shows progress while work is under way. */
export async function withProgress<T>(
  progress: ProgressPlace,
  task: (signal: AbortSignal, report: (text: Words) => void) => PromiseLike<T>,
): Promise<T> {
  const options =
    'title' in progress
      ? {
          location: vscode.ProgressLocation.Notification,
          title: toMessage(progress.title),
          cancellable: true,
        }
      : { location: progress };
  return vscode.window.withProgress(options, (shown, token) =>
    task(toSignal(token), (text) => shown.report({ message: toMessage(text) })),
  );
}
