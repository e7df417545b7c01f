import { type FollowEditor, FollowPage } from './page';
import type { ToFollow } from './protocol';
import { measured } from '../measured';

declare function acquireVsCodeApi(): FollowEditor;

const root = document.getElementById('panel');
if (root) {
  const page = new FollowPage(acquireVsCodeApi(), root);
  window.addEventListener('message', (event: MessageEvent<ToFollow>) =>
    // The message data is only deserialized when it's accessed.
    measured('script', () => page.take(event.data)),
  );
}
