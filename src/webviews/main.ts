import { type Editor, Panel } from './panel';
import type { ToPanel } from './protocol';

declare function acquireVsCodeApi(): Editor;

const root = document.getElementById('panel');
const live = document.getElementById('live');
if (root && live) {
  const panel = new Panel(acquireVsCodeApi(), root, live);
  window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => panel.take(data));
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    panel.save();
  });
  panel.send({ type: 'ready' });
}
