import type { Choice, FleetFilter, FleetModel } from './protocol';
import type { FleetView } from './view';
import { h } from '../dom';

const filterNames = ['account', 'tag', 'provider', 'region'] as const;

/** The filters that offer a choice. */
export function drawFilters(view: FleetView, { filter, choices }: FleetModel): HTMLElement[] {
  const shown = filterNames.filter(
    (name) =>
      choices[name].length > 1 || filter[name] !== '' || (name === 'tag' && choices.tag.length > 0),
  );
  return shown.map((name) =>
    drawFilterSelect({
      id: `filter/${name}`,
      label: view.words[name],
      all: view.words.all,
      value: filter[name],
      choices: choices[name],
      choose: (value) => view.filter({ ...filter, [name]: value } satisfies FleetFilter),
    }),
  );
}

/** A list of values to choose from; the first entry stands for all. */
export function drawFilterSelect(parts: {
  readonly id: string;
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly choose: (value: string) => void;
}): HTMLElement {
  const { id, label, all, value, choices, choose } = parts;
  const select = h(
    'select',
    { id, onchange: () => choose(select.value) },
    h('option', { value: '' }, all),
    ...choices.map((each) => h('option', { value: each.value }, each.label)),
  );
  select.value = value;
  return h('label', { class: 'filter' }, h('span', {}, label), select);
}
