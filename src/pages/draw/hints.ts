import { foreignNode, h } from '../dom';
import type { View } from '../view';

/** Attributes that connect an input with its explanation and its problem. */
export function describedBy(id: string, description: string | undefined, view: View): object {
  const problem = view.problem(id);
  const ids = [description ? `${id}/hint` : '', problem ? `${id}/problem` : ''].filter(Boolean);
  return {
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
    ...(problem ? { 'aria-invalid': 'true' } : {}),
  };
}

/** The explanation of a value and what is wrong with it. */
export function hints(id: string, description: string | undefined, view: View): HTMLElement[] {
  const problem = view.problem(id);
  return [
    ...(description ? [drawHint(id, description, view.explained.has(id))] : []),
    ...(problem
      ? [
          h(
            'p',
            { class: 'problem', id: `${id}/problem`, role: 'alert' },
            foreignNode(problem.text),
          ),
        ]
      : []),
  ];
}

/** An explanation. Screen readers read it with its value even while it is hidden. */
export function drawHint(id: string, description: string, isShown: boolean): HTMLElement {
  return h('p', { class: 'hint', id: `${id}/hint`, hidden: !isShown }, description);
}

/** The button for a value's explanation, if it has one. */
export function helpButton(
  id: string,
  label: string,
  description: string | undefined,
  view: View,
): HTMLElement[] {
  return description ? [drawHelpButton(id, label, `${id}/hint`, view)] : [];
}

/** A button that shows and hides explanations. */
export function drawHelpButton(
  id: string,
  label: string,
  hintIds: string,
  view: View,
): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'help',
      id: `${id}/help`,
      'aria-label': `${view.words.help}: ${label}`,
      'aria-expanded': String(view.explained.has(id)),
      'aria-controls': hintIds,
      onclick: () => {
        if (!view.explained.delete(id)) view.explained.add(id);
        view.draw();
      },
    },
    '?',
  );
}
