import { foreign, h } from './dom';
import { formats } from './formats';
import type {
  BarItem,
  ChoiceItem,
  EntryItem,
  FactItem,
  Item,
  NumberItem,
  SecretItem,
  SwitchItem,
  TextItem,
} from './model';
import type { View } from './view';

/** Draws one thing. */
export function drawItem(item: Item, view: View): HTMLElement {
  switch (item.type) {
    case 'fact':
      return drawFact(item);
    case 'switch':
      return drawSwitch(item, view);
    case 'choice':
      return drawChoice(item, view);
    case 'number':
      return drawNumber(item, view);
    case 'text':
      return drawText(item, view);
    case 'bar':
      return drawBar(item);
    case 'secret':
      return drawSecret(item, view);
    case 'entry':
      return drawEntry(item, view);
  }
}

function drawFact({ label, value, isMoment }: FactItem): HTMLElement {
  const shown = isMoment ? drawMoment(value) : foreign(value);
  return h('div', { class: 'fact' }, h('dt', {}, label), h('dd', {}, shown));
}

function drawMoment(value: string): HTMLElement {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return foreign(value);
  return h('time', { datetime: value, title: value }, formats.moment(at));
}

function drawSwitch({ id, label, description, value }: SwitchItem, view: View): HTMLElement {
  const { input, state } = makeSwitch(
    { id, value, more: describedBy(id, description, view) },
    view,
  );
  return field(id, view.change(id) !== undefined, [
    h('label', { class: 'switch', for: id }, input, h('span', {}, foreign(label)), state),
    ...hints(id, description, view),
  ]);
}

/** A switch, and its state in words. */
function makeSwitch(
  { id, value, more }: { readonly id: string; readonly value: boolean; readonly more: object },
  view: View,
): { readonly input: HTMLInputElement; readonly state: HTMLElement } {
  const change = view.change(id);
  const isOn = change ? change.to === true : value;
  const state = h('span', { class: 'state', 'aria-hidden': 'true' });
  const write = (on: boolean): void => state.replaceChildren(on ? view.words.on : view.words.off);
  write(isOn);
  const input = h('input', {
    type: 'checkbox',
    role: 'switch',
    id,
    ...more,
    onchange: () => {
      write(input.checked);
      view.set(id, value, input.checked);
    },
  });
  input.checked = isOn;
  return { input, state };
}

function drawChoice({ id, label, value, options }: ChoiceItem, view: View): HTMLElement {
  const change = view.change(id);
  const chosen = change?.to ?? value;
  const rows = options.map((option) => {
    const optionId = `${id}/${option.value}`;
    const input = h('input', {
      type: 'radio',
      name: id,
      id: optionId,
      'aria-describedby': `${optionId}/hint`,
      onchange: () => view.set(id, value, option.value),
    });
    input.checked = option.value === chosen;
    return h(
      'div',
      { class: 'option' },
      h('label', { for: optionId }, input, h('span', {}, option.label)),
      h('p', { class: 'hint', id: `${optionId}/hint` }, option.description),
    );
  });
  return field(id, change !== undefined, [
    h('fieldset', {}, h('legend', {}, label), ...rows, ...hints(id, undefined, view)),
  ]);
}

function drawNumber(item: NumberItem, view: View): HTMLElement {
  const { id, label, description, value } = item;
  const change = view.change(id);
  // No number field: of those a page cannot read what is no number yet, nor where the cursor is.
  const input = h('input', {
    type: 'text',
    inputmode: 'numeric',
    id,
    ...describedBy(id, description, view),
    oninput: () => view.set(id, value, toNumber(input.value)),
  });
  input.value = String(change?.to ?? value);
  return field(id, change !== undefined, [
    h('label', { class: 'number', for: id }, h('span', {}, label), input),
    ...hints(id, description, view),
  ]);
}

/** The number that was typed; what is none stays as it is, for the person to see what is wrong with it. */
function toNumber(typed: string): number | string {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

function drawText({ id, label, value }: TextItem, view: View): HTMLElement {
  const change = view.change(id);
  const input = h('input', {
    type: 'text',
    id,
    ...describedBy(id, undefined, view),
    // A text that was not set and is emptied again is not set.
    oninput: () => view.set(id, value, input.value === '' && value === null ? null : input.value),
  });
  input.value = String((change ? change.to : value) ?? '');
  return field(id, change !== undefined, [
    h('label', { class: 'text', for: id }, h('span', {}, label), input),
    ...hints(id, undefined, view),
  ]);
}

function drawBar({ label, share, text, isHigh }: BarItem): HTMLElement {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const fill = h('div', { class: isHigh ? 'fill high' : 'fill' });
  // Through the object model: the page's policy lets no style attribute through.
  fill.style.width = `${percent}%`;
  return h(
    'div',
    { class: 'bar' },
    h('div', { class: 'caption' }, h('span', {}, label), h('span', {}, foreign(text))),
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
  );
}

function drawSecret({ id, label }: SecretItem, view: View): HTMLElement {
  const value = view.secret(id);
  const { words } = view;
  const isRevealed = typeof value === 'string';
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'secondary',
      id: `${id}/reveal`,
      'aria-pressed': isRevealed ? 'true' : 'false',
      'aria-label': `${isRevealed ? words.hide : words.reveal}: ${label}`,
      onclick: () => (isRevealed ? view.hide(id) : view.send({ type: 'reveal', id })),
    },
    isRevealed ? words.hide : words.reveal,
  );
  const copy = h(
    'button',
    {
      type: 'button',
      class: 'secondary',
      id: `${id}/copy`,
      'aria-label': `${words.copy}: ${label}`,
      onclick: () => view.send({ type: 'copy', id }),
    },
    words.copy,
  );
  return h(
    'div',
    { class: 'fact secret' },
    h('dt', {}, label),
    h(
      'dd',
      {},
      value === null
        ? h('span', {}, words.none)
        : h('code', {}, isRevealed ? foreign(value) : '••••••••'),
      toggle,
      copy,
    ),
  );
}

function drawEntry(
  { label, detail, at, badge, tone, link, toggle }: EntryItem,
  view: View,
): HTMLElement {
  const isSafe = link !== undefined && /^https?:\/\//i.test(link) && URL.canParse(link);
  const name = isSafe ? h('a', { href: link }, foreign(label)) : foreign(label);
  const isChanged = toggle !== undefined && view.change(toggle.id) !== undefined;
  return h(
    'li',
    {
      class: isChanged ? 'entry changed' : 'entry',
      ...(toggle ? { 'data-field': toggle.id } : {}),
    },
    h('span', { class: 'name' }, name),
    ...(badge ? [h('span', { class: `badge ${tone ?? ''}` }, badge)] : []),
    ...(toggle ? drawToggle(toggle, label, view) : []),
    ...(detail ? [h('span', { class: 'detail' }, foreign(detail))] : []),
    ...(at ? [h('span', { class: 'detail' }, drawMoment(at))] : []),
  );
}

function drawToggle(
  { id, label, value }: NonNullable<EntryItem['toggle']>,
  name: string,
  view: View,
): HTMLElement[] {
  const more = { 'aria-label': `${label}: ${name}`, ...describedBy(id, undefined, view) };
  const { input } = makeSwitch({ id, value, more }, view);
  return [
    h('label', { class: 'toggle', for: id }, input, h('span', {}, label)),
    ...hints(id, undefined, view),
  ];
}

function field(id: string, isChanged: boolean, children: readonly Node[]): HTMLElement {
  return h('div', { class: isChanged ? 'field changed' : 'field', 'data-field': id }, ...children);
}

function describedBy(id: string, description: string | undefined, view: View): object {
  const problem = view.problem(id);
  const ids = [description ? `${id}/hint` : '', problem ? `${id}/problem` : ''].filter(Boolean);
  return {
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
    ...(problem ? { 'aria-invalid': 'true' } : {}),
  };
}

function hints(id: string, description: string | undefined, view: View): HTMLElement[] {
  const problem = view.problem(id);
  return [
    ...(description ? [h('p', { class: 'hint', id: `${id}/hint` }, description)] : []),
    ...(problem
      ? [h('p', { class: 'problem', id: `${id}/problem`, role: 'alert' }, foreign(problem.text))]
      : []),
  ];
}
