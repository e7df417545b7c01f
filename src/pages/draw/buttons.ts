import { type Attributes, foreignNode, h } from '../dom';
import type { Button, Tone } from '../model';
import type { View } from '../view';

/** What makes an element a button that the extension answers. */
export function pressing(id: string, view: View): Attributes {
  return { id: `button/${id}`, onclick: () => view.send({ type: 'press', id }) };
}

export function drawButton({ id, label, about }: Button, view: View): HTMLElement {
  const name = { 'aria-label': about === undefined ? undefined : `${label}: ${about}` };
  const refresh = id === 'refresh' && { onclick: () => view.refresh() };
  return h('button.secondary', { ...pressing(id, view), ...refresh }, name, label);
}

export function drawBadge(text: string, tone: Tone): HTMLElement {
  return h(`span.badge.${tone}`, foreignNode(text));
}
