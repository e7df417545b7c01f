import type { PanelContent } from './panelKind';
import type { Item, PanelValue } from '../pages/model';
import type { PendingChange } from '../pages/protocol';

export function withChanges(
  content: PanelContent,
  changes: readonly PendingChange[],
): PanelContent {
  const values = new Map(changes.map(({ id, to }) => [id, to]));
  const sections = content.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => withChangedValue(item, values)),
  }));
  return { ...content, sections };
}

function withChangedValue(item: Item, values: ReadonlyMap<string, PanelValue>): Item {
  switch (item.type) {
    case 'switch':
      return { ...item, value: chosen(item, values) };
    case 'entry':
      return item.toggle
        ? { ...item, toggle: { ...item.toggle, value: chosen(item.toggle, values) } }
        : item;
    case 'choice':
    case 'number': {
      const value = values.get(item.id);
      return typeof value === 'number' ? { ...item, value } : item;
    }
    case 'select': {
      const value = values.get(item.id);
      return typeof value === 'string' ? { ...item, value } : item;
    }
    case 'text': {
      const value = values.get(item.id);
      return typeof value === 'string' || value === null ? { ...item, value } : item;
    }
    case 'fact':
    case 'bar':
    case 'count':
    case 'days':
    case 'week':
    case 'secret':
      return item;
  }
}

function chosen(
  { id, value }: { readonly id: string; readonly value: boolean | null },
  values: ReadonlyMap<string, PanelValue>,
): boolean | null {
  const to = values.get(id);
  return typeof to === 'boolean' ? to : value;
}
