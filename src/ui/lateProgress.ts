import * as vscode from 'vscode';
import { toSignal } from './cancellation';
import { toMessage } from './safeText';

/** How long work may take before it is shown, in milliseconds. */
const quietTime = 700;

/** Runs a task; where it takes long its progress is shown, with a way to cancel. */
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
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: toMessage(title),
      cancellable: true,
    };
    void vscode.window.withProgress(options, async (progress, token) => {
      toSignal(token).addEventListener('abort', () => stop.abort());
      show = (message) => progress.report({ message: toMessage(message) });
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
