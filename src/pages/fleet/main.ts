import { type FleetEditor, FleetPage } from './page';
import type { ToFleet } from './protocol';
import { timed } from '../timed';

declare function acquireVsCodeApi(): FleetEditor;

const root = document.getElementById('panel');
if (root) {
  const page = new FleetPage(acquireVsCodeApi(), root);
  window.addEventListener('message', (event: MessageEvent<ToFleet>) =>
    // The message data is only deserialized when it's accessed.
    timed('script', () => page.take(event.data)),
  );
}
