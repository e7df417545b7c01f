import { foreignNode, h, svgNamespace } from '../dom';
import type { BarItem } from '../model';

/** Draws how much of something is used, and how that changed since the panel was opened. */
export function drawBar({ label, share, text, isHigh, trend }: BarItem): HTMLElement {
  const percent = toPercent(share);
  const fill = h('div', { class: isHigh ? 'fill high' : 'fill' });
  // Set through the DOM: the page's policy blocks style attributes.
  fill.style.width = `${percent}%`;
  return h(
    'div',
    { class: 'bar' },
    h('div', { class: 'caption' }, h('span', {}, label), h('span', {}, foreignNode(text))),
    h(
      'div',
      {
        class: 'track',
        role: 'meter',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': percent,
        'aria-valuetext': text,
      },
      fill,
    ),
    ...(trend ? [drawTrend(trend)] : []),
  );
}

/** A sparkline with a description. */
function drawTrend({ shares, text }: NonNullable<BarItem['trend']>): HTMLElement {
  const line = document.createElementNS(svgNamespace, 'polyline');
  const step = 100 / Math.max(1, shares.length - 1);
  const points = shares.map((share, index) => `${index * step},${100 - toPercent(share)}`);
  line.setAttribute('points', points.join(' '));
  const chart = document.createElementNS(svgNamespace, 'svg');
  for (const [name, value] of [
    ['class', 'trend'],
    ['viewBox', '0 0 100 100'],
    ['preserveAspectRatio', 'none'],
    ['aria-hidden', 'true'],
  ] as const) {
    chart.setAttribute(name, value);
  }
  chart.append(line);
  return h('div', { class: 'trend-row' }, chart, h('span', { class: 'detail' }, text));
}

function toPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}
