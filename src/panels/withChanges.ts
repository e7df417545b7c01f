import type { PanelContent } from './panelKind';
import type { ChangeableValue, Item, PanelValue } from '../pages/model';
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
  if (item.type === 'entry') {
    return item.toggle ? { ...item, toggle: withValue(item.toggle, values) } : item;
  }
  return 'id' in item && 'value' in item ? withValue(item, values) : item;
}

function withValue<Field extends ChangeableValue<PanelValue>>(
  field: Field,
  values: ReadonlyMap<string, PanelValue>,
): Field {
  const value = values.get(field.id);
  // A page isn't trusted to send values of the field's type. Only texts and switches may be unset.
  const unset = 'type' in field && field.type === 'text' ? '' : false;
  const isOfType = value === null || typeof value === typeof (field.value ?? unset);
  return value !== undefined && isOfType ? { ...field, value } : field;
}
