import type { FleetFilter, FleetModel } from './model';
import type { FleetView } from './view';
import { drawChoice } from '../draw/many';

const filterNames = ['account', 'tag', 'provider', 'region'] as const;

/** The filters that offer a choice. */
export function drawFilters(view: FleetView, { filter, choices }: FleetModel): HTMLElement[] {
  const shown = filterNames.filter(
    (name) =>
      choices[name].length > 1 || filter[name] !== '' || (name === 'tag' && choices.tag.length > 0),
  );
  return shown.map((name) =>
    drawChoice({
      id: `filter/${name}`,
      label: view.words[name],
      all: view.words.all,
      value: filter[name],
      options: choices[name],
      choose: (value) => view.filter({ ...filter, [name]: value } satisfies FleetFilter),
    }),
  );
}
