import { drawShape, foreignNode, h } from '../dom';
import { drawBadge, drawButton } from './buttons';
import { drawDays, drawWeek } from './charts';
import type {
  BarItem,
  ChoiceItem,
  CountItem,
  EntryItem,
  FactItem,
  Item,
  NumberItem,
  SecretItem,
  SelectItem,
  SwitchItem,
  TextItem,
  Tone,
} from '../model';
import type { View } from '../view';
import { formats } from '../../base/l10n';

export function drawItem(item: Item, view: View): HTMLElement {
  switch (item.type) {
    case 'fact':
      return drawFact(item, view);
    case 'switch':
      return drawSwitch(item, view);
    case 'choice':
      return drawChoice(item, view);
    case 'select':
      return drawSelect(item, view);
    case 'number':
      return drawNumber(item, view);
    case 'text':
      return drawText(item, view);
    case 'bar':
      return drawBar(item);
    case 'count':
      return drawCount(item, view);
    case 'days':
      return drawDays(item, view);
    case 'week':
      return drawWeek(item, view);
    case 'secret':
      return drawSecret(item, view);
    case 'entry':
      return drawEntry(item, view);
  }
}

function drawFact({ label, value, isMoment, tone, button }: FactItem, view: View): HTMLElement {
  const plain = tone === undefined ? foreignNode(value) : drawBadge({ text: value, tone });
  const shown = isMoment ? drawMoment(value) : plain;
  return h(
    'div',
    { class: 'fact' },
    h('dt', {}, label),
    h('dd', {}, shown, ...(button ? [' ', drawButton(button, view)] : [])),
  );
}

function drawCount({ label, value, tone, button }: CountItem, view: View): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: tone === undefined ? 'count-tile' : `count-tile tone ${tone}`,
      id: `button/${button.id}`,
      title: button.label,
      onclick: () => view.send({ type: 'press', id: button.id }),
    },
    h('span', { class: 'number' }, foreignNode(value)),
    h('span', {}, foreignNode(label)),
  );
}

export function drawMoment(value: string): HTMLElement {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return foreignNode(value);
  return h('time', { datetime: value, title: value }, formats.moment(at));
}

function drawSwitch({ id, label, description, value }: SwitchItem, view: View): HTMLElement {
  const input = makeSwitch({ id, value, more: describedBy(id, description, view) }, view);
  return field(id, view.change(id) !== undefined, [
    h(
      'div',
      { class: 'line' },
      h(
        'label',
        { class: 'switch', for: id },
        input,
        h('span', {}, foreignNode(label)),
        ...drawUnset(id, value, view),
      ),
      ...helpButton(id, label, description, view),
    ),
    ...hints(id, description, view),
  ]);
}

function drawUnset(id: string, value: boolean | null, view: View): HTMLElement[] {
  if (value !== null || view.change(id)) return [];
  return [h('span', { class: 'detail' }, view.words.notSet)];
}

/** Draws a value that isn't set as a checkbox until it's changed: a switch is either on or off. */
function makeSwitch(
  {
    id,
    value,
    more,
  }: { readonly id: string; readonly value: boolean | null; readonly more: object },
  view: View,
): HTMLInputElement {
  const change = view.change(id);
  const isUnset = value === null && !change;
  const input = h('input', {
    type: 'checkbox',
    ...(isUnset ? {} : { role: 'switch' }),
    id,
    ...more,
    onchange: () => view.set(id, value, input.checked),
  });
  input.checked = (change ? change.to : value) === true;
  input.indeterminate = isUnset;
  return input;
}

function drawChoice({ id, label, value, options }: ChoiceItem, view: View): HTMLElement {
  const change = view.change(id);
  const chosen = change?.to ?? value;
  const isExplained = view.explained.has(id);
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
      drawHint(optionId, option.description, isExplained),
    );
  });
  const help = options.map((option) => `${id}/${option.value}/hint`).join(' ');
  return field(id, change !== undefined, [
    h(
      'fieldset',
      {},
      h('legend', {}, label, ' ', drawHelpButton(id, label, help, view)),
      ...rows,
      ...hints(id, undefined, view),
    ),
  ]);
}

function drawSelect(item: SelectItem, view: View): HTMLElement {
  const { id, label, value, options } = item;
  const change = view.change(id);
  const chosen = String(change?.to ?? value);
  // A restored change may be to a value that the service no longer offers.
  const isOffered = options.some((option) => option.value === chosen);
  const all = isOffered ? options : [...options, { value: chosen, label: chosen }];
  const select = h(
    'select',
    {
      id,
      ...describedBy(id, undefined, view),
      onchange: () => view.set(id, value, select.value),
    },
    ...all.map((option) => h('option', { value: option.value }, option.label)),
  );
  select.value = chosen;
  return field(id, change !== undefined, [
    h(
      'div',
      { class: 'line' },
      h('label', { class: 'number', for: id }, h('span', {}, label), select),
    ),
    ...hints(id, undefined, view),
  ]);
}

function drawNumber(item: NumberItem, view: View): HTMLElement {
  const { id, label, description, value } = item;
  const change = view.change(id);
  // Not a number field: a page can't read incomplete numbers or the cursor position from one.
  const input = h('input', {
    type: 'text',
    inputmode: 'numeric',
    id,
    ...describedBy(id, description, view),
    oninput: () => view.set(id, value, parseTyped(input.value)),
  });
  input.value = String(change?.to ?? value);
  return field(id, change !== undefined, [
    h(
      'div',
      { class: 'line' },
      h('label', { class: 'number', for: id }, h('span', {}, label), input),
      ...helpButton(id, label, description, view),
    ),
    ...hints(id, description, view),
  ]);
}

/** The typed number. Anything else stays as typed, so that the person sees what's wrong with it. */
function parseTyped(typed: string): number | string {
  return /^-?\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

function drawText({ id, label, value }: TextItem, view: View): HTMLElement {
  const change = view.change(id);
  const input = h('input', {
    type: 'text',
    id,
    ...describedBy(id, undefined, view),
    // A text that was null and is emptied again goes back to null.
    oninput: () => view.set(id, value, input.value === '' && value === null ? null : input.value),
  });
  input.value = String((change ? change.to : value) ?? '');
  return field(id, change !== undefined, [
    h('label', { class: 'text', for: id }, h('span', {}, label), input),
    ...hints(id, undefined, view),
  ]);
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
        : h('code', {}, isRevealed ? foreignNode(value) : '••••••••'),
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
  const name = isSafe ? h('a', { href: link }, foreignNode(label)) : foreignNode(label);
  const isChanged = toggle !== undefined && view.change(toggle.id) !== undefined;
  return h(
    'li',
    {
      class: isChanged ? 'entry changed' : 'entry',
      ...(toggle ? { 'data-field': toggle.id } : {}),
    },
    h('span', { class: 'name' }, name),
    ...(badge ? [drawBadge({ text: badge, tone: tone ?? 'quiet' })] : []),
    ...(toggle ? drawToggle(toggle, label, view) : []),
    ...(detail ? [h('span', { class: 'detail' }, foreignNode(detail))] : []),
    ...(at ? [h('span', { class: 'detail' }, drawMoment(at))] : []),
  );
}

function drawToggle(
  { id, label, value }: NonNullable<EntryItem['toggle']>,
  name: string,
  view: View,
): HTMLElement[] {
  const more = { 'aria-label': `${label}: ${name}`, ...describedBy(id, undefined, view) };
  const input = makeSwitch({ id, value, more }, view);
  return [
    h(
      'label',
      { class: 'toggle', for: id },
      input,
      h('span', {}, label),
      ...drawUnset(id, value, view),
    ),
    ...hints(id, undefined, view),
  ];
}

function field(id: string, isChanged: boolean, children: readonly Node[]): HTMLElement {
  return h('div', { class: isChanged ? 'field changed' : 'field', 'data-field': id }, ...children);
}

/** Draws how much of something is used, and how that changed since the panel was opened. */
function drawBar({ label, share, text, isHigh, trend }: BarItem): HTMLElement {
  const percent = toPercent(share);
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
      drawFill(share, isHigh ? 'bad' : 'good'),
    ),
    ...(trend ? [drawTrend(trend)] : []),
  );
}

export function drawFill(share: number, tone: Tone): HTMLElement {
  const fill = h('span', { class: `fill ${tone}` });
  // Set through the DOM: the page's policy blocks style attributes.
  fill.style.width = `${toPercent(share)}%`;
  return fill;
}

function drawTrend({ shares, text }: NonNullable<BarItem['trend']>): HTMLElement {
  const step = 100 / Math.max(1, shares.length - 1);
  const points = shares.map((share, index) => `${index * step},${100 - toPercent(share)}`);
  const chart = drawShape(
    'polyline',
    { points: points.join(' ') },
    { class: 'trend', viewBox: '0 0 100 100' },
  );
  return h('div', { class: 'trend-row' }, chart, h('span', { class: 'detail' }, text));
}

function toPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/** Attributes that connect an input with its explanation and its problem. */
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
function drawHint(id: string, description: string, isShown: boolean): HTMLElement {
  return h('p', { class: 'hint', id: `${id}/hint`, hidden: !isShown }, description);
}

function helpButton(
  id: string,
  label: string,
  description: string | undefined,
  view: View,
): HTMLElement[] {
  return description ? [drawHelpButton(id, label, `${id}/hint`, view)] : [];
}

function drawHelpButton(id: string, label: string, hintIds: string, view: View): HTMLElement {
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
