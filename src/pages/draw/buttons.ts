import { foreignNode, h } from '../dom';
import type { Button, Tone } from '../model';
import type { View } from '../view';

export function drawButton({ id, label, about }: Button, view: View): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'secondary',
      id: `button/${id}`,
      'aria-label': about === undefined ? undefined : `${label}: ${about}`,
      onclick: () => (id === 'refresh' ? view.refresh() : view.send({ type: 'press', id })),
    },
    label,
  );
}

export function drawLink(id: string, name: string, view: View): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'link',
      id: `button/${id}`,
      onclick: () => view.send({ type: 'press', id }),
    },
    foreignNode(name),
  );
}

export function drawBadge({
  text,
  tone,
}: {
  readonly text: string;
  readonly tone: Tone;
}): HTMLElement {
  return h('span', { class: `badge ${tone}` }, foreignNode(text));
}
