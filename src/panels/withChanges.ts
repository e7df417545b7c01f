import type { PanelContent } from './panelKind';
import { isAction } from '../actions/actions';
import { t } from '../base/l10n';
import type { Button, ChangeableValue, Item, PanelValue, Section } from '../pages/model';
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

/** Without what is written: fields are facts, and buttons that would send a change are gone. */
export function toReadOnly(content: PanelContent): PanelContent {
  const { presses = {} } = content;
  const isOffered = ({ id }: Button): boolean =>
    !isAction(`serverManagement.${presses[id]?.command ?? id}`);
  const toSection = (section: Section): Section => ({
    ...section,
    items: section.items.map(toReadOnlyItem),
    ...(section.buttons && { buttons: section.buttons.filter(isOffered) }),
    ...(section.table && {
      table: {
        ...section.table,
        rows: section.table.rows.map((row) => ({
          ...row,
          buttons: row.buttons.filter(isOffered),
        })),
      },
    }),
  });
  return {
    ...content,
    buttons: content.buttons.filter(isOffered),
    sections: content.sections.map(toSection),
  };
}

function toReadOnlyItem(item: Item): Item {
  const wordOf = (value: PanelValue): string =>
    typeof value === 'boolean' ? (value ? t('on') : t('off')) : String(value ?? '–');
  if (item.type === 'entry') {
    const { toggle, ...entry } = item;
    return toggle ? { ...entry, badge: wordOf(toggle.value) } : item;
  }
  if (!('id' in item && 'value' in item)) return item;
  const option =
    'options' in item ? item.options.find(({ value }) => value === item.value) : undefined;
  return { type: 'fact', label: item.label, value: option?.label ?? wordOf(item.value) };
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
