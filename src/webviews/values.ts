import type { Item, PanelModel, PanelValue } from './model';

/** Every value that a person can change in a panel, as it is, by its id. */
export function valuesOf({ sections }: PanelModel): ReadonlyMap<string, PanelValue> {
  return new Map(sections.flatMap(({ items }) => items.flatMap(valueOf)));
}

function valueOf(item: Item): readonly (readonly [string, PanelValue])[] {
  switch (item.type) {
    case 'switch':
    case 'choice':
    case 'number':
    case 'text':
      return [[item.id, item.value]];
    case 'entry':
      return item.toggle ? [[item.toggle.id, item.toggle.value]] : [];
    case 'fact':
    case 'bar':
    case 'secret':
      return [];
  }
}
