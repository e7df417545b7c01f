import type { Count } from './model';
import type { FleetView } from './view';
import { foreignNode, h } from '../dom';
import { formats } from '../../base/l10n';

/** Numbers as tiles, each of which lists what it counts. */
export function drawTile(
  view: FleetView,
  section: string,
  counts: readonly Count[],
): HTMLElement[] {
  const tiles = counts.map((count) =>
    h(
      'button',
      { ...pickProperties(view, section, count), class: `count-tile tone-${count.tone}` },
      h('span', { class: 'number' }, formats.number(count.count)),
      h('span', {}, foreignNode(count.label)),
    ),
  );
  return [h('div', { class: 'counts' }, ...tiles)];
}

/** Numbers as bars, each of which lists what it counts. */
export function drawCounts(
  view: FleetView,
  section: string,
  counts: readonly Count[],
): HTMLElement[] {
  if (counts.length === 0) return [h('p', { class: 'note' }, view.words.nothing)];
  const most = Math.max(...counts.map(({ count }) => count), 1);
  return [
    h(
      'ul',
      { class: 'shares' },
      ...counts.map((count) => {
        const fill = h('span', { class: `fill tone-${count.tone}` });
        // Set through the DOM: the view's policy blocks style attributes.
        fill.style.width = `${(count.count / most) * 100}%`;
        return h(
          'li',
          {},
          h(
            'button',
            { ...pickProperties(view, section, count), class: 'share' },
            h('span', { class: 'share-label' }, foreignNode(count.label)),
            h('span', { class: 'share-track', 'aria-hidden': 'true' }, fill),
            h('span', { class: 'share-count' }, formats.number(count.count)),
          ),
        );
      }),
    ),
  ];
}

/** Says what may be missing from the numbers because it wasn't checked. */
export function drawUnchecked(view: FleetView, unchecked: readonly string[]): HTMLElement[] {
  if (unchecked.length === 0) return [];
  return [h('p', { class: 'note' }, `${view.words.notChecked}: ${unchecked.join('; ')}`)];
}

function pickProperties(view: FleetView, section: string, { id, count }: Count) {
  return {
    type: 'button',
    id: `pick/${id}`,
    'aria-disabled': count === 0 ? 'true' : undefined,
    onclick: () => {
      if (count > 0) view.pick(id, section);
    },
  };
}
