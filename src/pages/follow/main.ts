import { type FollowEditor, FollowPage } from './page';
import type { ToFollow } from './protocol';
import { timed } from '../timed';

declare function acquireVsCodeApi(): FollowEditor;

const root = document.getElementById('panel');
if (root) {
  const page = new FollowPage(acquireVsCodeApi(), root);
  window.addEventListener('message', (event: MessageEvent<ToFollow>) =>
    // The message data is only deserialized when it's accessed.
    timed('script', () => page.take(event.data)),
  );
}
