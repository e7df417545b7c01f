import { h } from '../dom';
import type { Button } from '../model';
import type { View } from '../view';

/** A button that makes the extension do something. */
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
