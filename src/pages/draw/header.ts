import { drawBadge, drawButton } from './buttons';
import { foreignNode, h } from '../dom';
import { drawItem } from './items';
import type { PanelModel } from '../model';
import type { Failure } from '../protocol';
import type { View } from '../view';

/** The heading, which takes the focus if the focused element is gone. */
export const headingId = 'heading';

/** Heading, state, location, current activity, the most important facts, and the buttons. */
export function drawHeader(model: PanelModel, view: View): HTMLElement {
  const { title, subtitle, state, summary = [], buttons } = model;
  return h(
    'header',
    {},
    h(
      'div',
      {},
      h('h1', { id: headingId, tabindex: -1 }, foreignNode(title)),
      ...(state ? [drawBadge(state)] : []),
      h('p', {}, foreignNode(subtitle), h('span', { id: 'busy', class: 'busy' })),
      ...(summary.length > 0
        ? [h('dl', { class: 'summary' }, ...summary.map((item) => drawItem(item, view)))]
        : []),
    ),
    h('div', { class: 'buttons' }, ...buttons.map((button) => drawButton(button, view))),
  );
}

export function drawTitle(): HTMLElement {
  return h('h1', { id: headingId, tabindex: -1 }, foreignNode(document.title));
}

export function drawFailure({ text, canRetry, buttons }: Failure, view: View): HTMLElement {
  return h(
    'div',
    { class: 'failure' },
    h('p', { role: 'alert' }, foreignNode(text)),
    h(
      'div',
      { class: 'buttons' },
      ...(canRetry ? [drawTryAgain(view)] : []),
      ...buttons.map((button) => drawButton(button, view)),
    ),
  );
}

function drawTryAgain(view: View): HTMLElement {
  const onclick = (): void => view.refresh();
  return h('button', { type: 'button', id: 'failure/tryAgain', onclick }, view.words.tryAgain);
}
