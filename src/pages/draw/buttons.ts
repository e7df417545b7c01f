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

export function drawLink(
  id: string,
  name: string,
  view: Pick<View, 'send'>,
  elementId = `button/${id}`,
): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'link',
      id: elementId,
      onclick: () => view.send({ type: 'press', id }),
    },
    foreignNode(name),
  );
}

export function drawSortHeading(
  label: string,
  id: string,
  sorted: { readonly isDescending: boolean } | undefined,
  onclick: () => void,
): HTMLElement {
  const direction = sorted?.isDescending ? 'descending' : 'ascending';
  return h(
    'th',
    { role: 'columnheader', scope: 'col', 'aria-sort': sorted && direction },
    h('button', { type: 'button', class: 'sort', id, onclick }, label),
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
