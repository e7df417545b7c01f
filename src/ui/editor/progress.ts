import * as vscode from 'vscode';
import { toSignal } from './cancellation';
import { toMessage, type Words } from '../../base/foreignText';

/** How long work may take before its progress is shown, in milliseconds. */
const quietTime = 700;

export async function withProgress<T>(
  progress: { readonly title: Words } | { readonly viewId: string },
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

/** Runs a task; if it takes long, shows its progress with a way to cancel. */
export async function withLateProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: (text: string) => void) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let latest = '';
  let show = (text: string): void => {
    latest = text;
  };
  const result = task(stop.signal, (text) => show(text));
  const timer = setTimeout(() => {
    void withProgress({ title }, async (signal, report) => {
      signal.addEventListener('abort', () => stop.abort());
      show = report;
      if (latest) show(latest);
      await result.then(undefined, () => undefined);
    });
  }, quietTime);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
  }
}
