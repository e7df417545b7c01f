import { foreign, h } from './dom';
import type { PanelModel } from './model';
import type { Failure } from './protocol';
import type { View } from './view';

/** The heading, which also takes the focus where what had it is gone. */
export const headingId = 'heading';

/** What stands above the sections: the heading, the place, what is going on, and the buttons. */
export function drawHeader({ title, subtitle, buttons }: PanelModel, view: View): HTMLElement {
  return h(
    'header',
    {},
    h(
      'div',
      {},
      h('h1', { id: headingId, tabindex: -1 }, foreign(title)),
      h('p', {}, foreign(subtitle), h('span', { id: 'busy', class: 'busy' })),
    ),
    h(
      'div',
      { class: 'buttons' },
      ...buttons.map(({ id, label }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'secondary',
            id: `button/${id}`,
            onclick: () => (id === 'refresh' ? view.refresh() : view.send({ type: 'press', id })),
          },
          label,
        ),
      ),
    ),
  );
}

/** Why it could not be read, and the ways out. */
export function drawFailure({ text, buttons }: Failure, view: View): HTMLElement {
  return h(
    'div',
    { class: 'failure' },
    h('p', { role: 'alert' }, foreign(text)),
    h(
      'div',
      { class: 'buttons' },
      h(
        'button',
        { type: 'button', id: 'failure/tryAgain', onclick: () => view.refresh() },
        view.words.tryAgain,
      ),
      ...buttons.map(({ id, label }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'secondary',
            id: `failure/${id}`,
            onclick: () => view.send({ type: 'press', id }),
          },
          label,
        ),
      ),
    ),
  );
}
