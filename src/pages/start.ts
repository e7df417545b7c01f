import { type FromPage, handle, type MessageHandlers, type ToPage } from './protocol';
import { timed } from './timed';
import { useLanguage } from '../base/l10n';

export interface Editor<State> {
  postMessage(message: FromPage): void;
  getState(): State | undefined;
  setState(state: State): void;
}

interface Page {
  readonly handlers: MessageHandlers<ToPage>;
}

declare function acquireVsCodeApi<State>(): Editor<State>;

export function startPage<State, Started extends Page>(
  create: (editor: Editor<State>, root: HTMLElement) => Started,
): Started | undefined {
  useLanguage(document.documentElement.lang);
  const root = document.getElementById('panel');
  if (!root) return undefined;
  const editor = acquireVsCodeApi<State>();
  const page = timed('script', () => create(editor, root));
  window.addEventListener('message', (event: MessageEvent<ToPage>) =>
    // The message data is only deserialized when it's accessed.
    timed('script', () => handle(page.handlers, event.data)),
  );
  editor.postMessage({ type: 'ready' });
  return page;
}

export function fill(text: string, ...values: readonly string[]): string {
  return values.reduce((filled, value, index) => filled.replace(`{${index}}`, value), text);
}
