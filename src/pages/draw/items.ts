import { type Attributes, drawShape, foreignNode, h } from '../dom';
import { drawBadge, drawButton, pressing } from './buttons';
import { drawDays, drawWeek } from './charts';
import type { ChangeableValue, Item, PanelValue, Tone } from '../model';
import type { View } from '../view';
import { formats } from '../../base/l10n';

type Drawings = {
  readonly [Type in Item['type']]: (item: Extract<Item, { type: Type }>, view: View) => HTMLElement;
};

export function drawItem(item: Item, view: View): HTMLElement {
  return (drawings[item.type] as (item: Item, view: View) => HTMLElement)(item, view);
}

const drawings: Drawings = {
  fact({ label, value, isMoment, tone, button }, view) {
    const plain = tone === undefined ? foreignNode(value) : drawBadge(value, tone);
    const shown = isMoment ? drawMoment(value) : plain;
    return h('div.fact', h('dt', label), h('dd', shown, button && [' ', drawButton(button, view)]));
  },

  count({ label, value, tone, button: { id, label: title } }, view) {
    return h(
      tone === undefined ? 'button.count-tile' : `button.count-tile.tone.${tone}`,
      pressing(id, view),
      { title },
      h('span.number', foreignNode(value)),
      h('span', foreignNode(label)),
    );
  },

  switch(item, view) {
    const { id, label, value } = item;
    const input = makeSwitch(id, value, describedBy(item, view), view);
    return drawField(
      item,
      view,
      h(
        'div.line',
        h('label.switch', { for: id }, input, h('span', foreignNode(label)), unset(item, view)),
        helpButton(item, view),
      ),
    );
  },

  choice(item, view) {
    const { id, label, value, options } = item;
    const rows = options.map((option) => {
      const optionId = `${id}/${option.value}`;
      const input = h('input', {
        type: 'radio',
        name: id,
        id: optionId,
        'aria-describedby': `${optionId}/hint`,
        onchange: () => view.set(id, value, option.value),
      });
      input.checked = option.value === shownValue(item, view);
      return h(
        'div.option',
        h('label', { for: optionId }, input, h('span', option.label)),
        drawHint(optionId, option.description, view.explained.has(id)),
      );
    });
    const help = options.map((option) => `${id}/${option.value}/hint`).join(' ');
    const legend = h('legend', label, ' ', drawHelpButton(id, label, help, view));
    return markField(id, view, h('fieldset', legend, rows, hints(item, view)));
  },

  select(item, view) {
    const { id, value, options } = item;
    const chosen = String(shownValue(item, view));
    // A restored change may be to a value that the service no longer offers.
    const isOffered = options.some((option) => option.value === chosen);
    const all = isOffered ? options : [...options, { value: chosen, label: chosen }];
    const select = h(
      'select',
      { id, onchange: () => view.set(id, value, select.value) },
      describedBy(item, view),
      all.map((option) => h('option', { value: option.value }, option.label)),
    );
    select.value = chosen;
    return drawField(item, view, h('div.line', drawLabel('number', item, select)));
  },

  number(item, view) {
    const { id, value } = item;
    // Not a number field: a page can't read incomplete numbers or the cursor position from one.
    const input = h('input', describedBy(item, view), {
      type: 'text',
      inputmode: 'numeric',
      id,
      oninput: () => view.set(id, value, parseTyped(input.value)),
    });
    input.value = String(shownValue(item, view));
    const line = h('div.line', drawLabel('number', item, input), helpButton(item, view));
    return drawField(item, view, line);
  },

  text(item, view) {
    const { id, value } = item;
    const input = h('input', describedBy(item, view), {
      type: 'text',
      id,
      // A text that was null and is emptied again goes back to null.
      oninput: () => view.set(id, value, input.value === '' && value === null ? null : input.value),
    });
    input.value = String(shownValue(item, view) ?? '');
    return drawField(item, view, drawLabel('text', item, input));
  },

  /** How much of something is used, and how that changed since the panel was opened. */
  bar({ label, share, text, isHigh, trend }) {
    const track = h(
      'div.track',
      {
        role: 'meter',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': toPercent(share),
        'aria-valuetext': text,
      },
      drawFill(share, isHigh ? 'bad' : 'good'),
    );
    const caption = h('div.caption', h('span', label), h('span', foreignNode(text)));
    return h('div.bar', caption, track, trend && drawTrend(trend.shares, trend.text));
  },

  days: drawDays,
  week: drawWeek,

  secret({ id, label }, view) {
    const value = view.secrets.get(id);
    const { words } = view;
    const isRevealed = typeof value === 'string';
    const button = (name: string, word: string, onclick: () => void): HTMLButtonElement =>
      h(
        'button.secondary',
        { id: `${id}/${name}`, 'aria-label': `${word}: ${label}`, onclick },
        word,
      );
    const toggle = isRevealed
      ? button('reveal', words.hide, () => view.secrets.hide(id))
      : button('reveal', words.reveal, () => view.send({ type: 'reveal', id }));
    toggle.ariaPressed = String(isRevealed);
    const copy = button('copy', words.copy, () => view.send({ type: 'copy', id }));
    const shown = h('code', isRevealed ? foreignNode(value) : '••••••••');
    const none = h('span', words.none);
    return h(
      'div.fact.secret',
      h('dt', label),
      h('dd', value === null ? none : shown, toggle, copy),
    );
  },

  entry({ label, detail, at, badge, tone, link, toggle }, view) {
    const isSafe = link !== undefined && /^https?:\/\//i.test(link) && URL.canParse(link);
    const name = isSafe ? h('a', { href: link }, foreignNode(label)) : foreignNode(label);
    const isChanged = toggle !== undefined && view.changes.get(toggle.id) !== undefined;
    return h(
      isChanged ? 'li.entry.changed' : 'li.entry',
      { 'data-field': toggle?.id },
      h('span.name', name),
      badge && drawBadge(badge, tone ?? 'quiet'),
      toggle && drawToggle(toggle, label, view),
      detail && h('span.detail', foreignNode(detail)),
      at && h('span.detail', drawMoment(at)),
    );
  },
};

export function drawMoment(value: string): HTMLElement {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return foreignNode(value);
  return h('time', { datetime: value, title: value }, formats.moment(at));
}

type Field = ChangeableValue<PanelValue>;

function shownValue({ id, value }: Field, view: View): PanelValue {
  const change = view.changes.get(id);
  return change ? change.to : value;
}

function drawField(field: Field, view: View, control: HTMLElement): HTMLElement {
  return markField(field.id, view, control, ...hints(field, view));
}

function markField(id: string, view: View, ...children: readonly HTMLElement[]): HTMLElement {
  const isChanged = view.changes.get(id) !== undefined;
  return h(isChanged ? 'div.field.changed' : 'div.field', { 'data-field': id }, children);
}

function drawLabel(style: string, { id, label }: Field, control: HTMLElement): HTMLElement {
  return h(`label.${style}`, { for: id }, h('span', label), control);
}

function unset({ id, value }: Field, view: View): HTMLElement | false {
  return value === null && !view.changes.get(id) && h('span.detail', view.words.notSet);
}

/** Draws a value that isn't set as a checkbox until it's changed: a switch is either on or off. */
function makeSwitch(
  id: string,
  value: boolean | null,
  more: Attributes,
  view: View,
): HTMLInputElement {
  const change = view.changes.get(id);
  const isUnset = value === null && !change;
  const input = h('input', more, {
    type: 'checkbox',
    role: isUnset ? undefined : 'switch',
    id,
    onchange: () => view.set(id, value, input.checked),
  });
  input.checked = (change ? change.to : value) === true;
  input.indeterminate = isUnset;
  return input;
}

/** The typed number. Anything else stays as typed, so that the person sees what's wrong with it. */
function parseTyped(typed: string): number | string {
  return /^-?\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

function drawToggle(
  toggle: ChangeableValue<boolean | null>,
  name: string,
  view: View,
): HTMLElement[] {
  const { id, label, value } = toggle;
  const more = { 'aria-label': `${label}: ${name}`, ...describedBy(toggle, view) };
  const input = makeSwitch(id, value, more, view);
  return [
    h('label.toggle', { for: id }, input, h('span', label), unset(toggle, view)),
    ...hints(toggle, view),
  ];
}

export function drawFill(share: number, tone: Tone): HTMLElement {
  const fill = h(`span.fill.${tone}`);
  // Set through the DOM: the page's policy blocks style attributes.
  fill.style.width = `${toPercent(share)}%`;
  return fill;
}

function drawTrend(shares: readonly number[], text: string): HTMLElement {
  const step = 100 / Math.max(1, shares.length - 1);
  const points = shares.map((share, at) => `${at * step},${100 - toPercent(share)}`).join(' ');
  const chart = drawShape('polyline', { points }, { class: 'trend', viewBox: '0 0 100 100' });
  return h('div.trend-row', chart, h('span.detail', text));
}

function toPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/** Attributes that connect an input with its explanation and its problem. */
function describedBy({ id, description }: Field, view: View): Attributes {
  const problem = view.problem(id);
  const ids = [description && `${id}/hint`, problem && `${id}/problem`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': problem && 'true' };
}

function hints({ id, description }: Field, view: View): HTMLElement[] {
  const problem = view.problem(id);
  const shown = { id: `${id}/problem`, role: 'alert' };
  return [
    ...(description ? [drawHint(id, description, view.explained.has(id))] : []),
    ...(problem ? [h('p.problem', shown, foreignNode(problem.text))] : []),
  ];
}

/** An explanation. Screen readers read it with its value even while it is hidden. */
function drawHint(id: string, description: string, isShown: boolean): HTMLElement {
  return h('p.hint', { id: `${id}/hint`, hidden: !isShown }, description);
}

function helpButton({ id, label, description }: Field, view: View): HTMLElement | undefined {
  return description ? drawHelpButton(id, label, `${id}/hint`, view) : undefined;
}

function drawHelpButton(id: string, label: string, hintIds: string, view: View): HTMLElement {
  const attributes = {
    id: `${id}/help`,
    'aria-label': `${view.words.help}: ${label}`,
    'aria-expanded': String(view.explained.has(id)),
    'aria-controls': hintIds,
    onclick: () => {
      if (!view.explained.delete(id)) view.explained.add(id);
      view.draw();
    },
  };
  return h('button.help', attributes, '?');
}
