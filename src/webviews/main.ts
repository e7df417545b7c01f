import { measured } from './measured';
import { type Editor, Panel } from './panel';
import type { ToPanel } from './protocol';

declare function acquireVsCodeApi(): Editor;

const root = document.getElementById('panel');
const live = document.getElementById('live');
if (root && live) {
  const panel = measured('script', () => new Panel(acquireVsCodeApi(), root, live));
  window.addEventListener('message', (event: MessageEvent<ToPanel>) =>
    // What was sent is read only when it is asked for.
    measured('script', () => panel.take(event.data)),
  );
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    panel.save();
  });
  panel.send({ type: 'ready' });
}
