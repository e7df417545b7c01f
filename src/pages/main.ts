import { timed } from './timed';
import { type Editor, Panel } from './panel';
import type { ToPanel } from './protocol';

declare function acquireVsCodeApi(): Editor;

const panelRoot = document.getElementById('panel');
const live = document.getElementById('live');
if (panelRoot && live) {
  const panel = timed('script', () => new Panel(acquireVsCodeApi(), panelRoot, live));
  window.addEventListener('message', (event: MessageEvent<ToPanel>) =>
    // The message data is only deserialized when it's accessed.
    timed('script', () => panel.take(event.data)),
  );
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    panel.save();
  });
  panel.send({ type: 'ready' });
}
