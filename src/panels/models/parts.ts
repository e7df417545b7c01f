import { isObject, type JsonValue, type Path } from '../../base/json';
import type {
  Button,
  Cell,
  FactItem,
  Item,
  NumberItem,
  Section,
  SwitchItem,
  TextItem,
} from '../../pages/model';
import { toVisible } from '../../base/foreignText';
import { toMoment } from '../../base/moment';
import { toFieldId } from '../fieldId';
import { nameLevel } from '../../resources/kinds/logEntry';
import { type EventLine, toEventLine } from '../follow/tail';
import { formats, t } from '../../base/l10n';
import { ApiError } from '../../api/errors';
import type { Resource } from '../../resources/kinds/kind';
import type { PanelContext, Press } from '../panelKind';

/** A part of an overview: loading, loaded, failed with a message, or nothing the service has. */
export type Part =
  | { readonly state: 'loading' }
  /** With a failure, it couldn't be read again. */
  | { readonly state: 'there'; readonly value: unknown; readonly failure?: string }
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'unoffered' }
  /** The service offers it, but there is none yet. */
  | { readonly state: 'absent' };

export function sectionOf(id: string, title: string, part: Part): Section {
  if (part.state === 'loading') return { id, title, items: [], isLoading: true };
  if (part.state === 'failed') return { id, title, note: part.text, items: [] };
  if (part.state !== 'there') return { id, title, items: [] };
  return { id, title, ...outdatedNote(part), items: [], empty: t('No data.') };
}

/** Says that a part is shown as it was before. */
export function outdatedNote({ failure }: { readonly failure?: string }): Pick<Section, 'note'> {
  return failure === undefined ? {} : { note: t('Not up to date. {0}', failure) };
}

export function unreadPart(
  before: Part | undefined,
  error: unknown,
  { describeError }: Pick<PanelContext, 'describeError'>,
): Part {
  if (before?.state === 'there') return { ...before, failure: describeError(error) };
  const isUnoffered = error instanceof ApiError && error.reason === 'unsupported';
  return isUnoffered ? { state: 'unoffered' } : { state: 'failed', text: describeError(error) };
}

/** A note that lists the parts the service doesn't offer; empty if there are none. */
export function unofferedNote(titles: readonly string[]): Pick<Section, 'note'> {
  return titles.length > 0
    ? { note: t('Not offered by this service: {0}', titles.join(', ')) }
    : {};
}

export function fact(label: string, value: unknown): FactItem {
  const text = value === null || value === undefined || value === '' ? '–' : toVisible(value);
  return { type: 'fact', label, value: text };
}

/** If it can't be shown exactly, it's shown as closely as possible and is read-only. */
export function textItem(label: string, path: Path, value: unknown): FactItem | TextItem {
  const isShownWhole = value === null || (typeof value === 'string' && toVisible(value) === value);
  return isShownWhole ? { type: 'text', id: toFieldId(path), label, value } : fact(label, value);
}

export function switchItem(
  label: string,
  path: Path,
  value: unknown,
  description?: string,
): SwitchItem {
  const more = description === undefined ? {} : { description };
  return { type: 'switch', id: toFieldId(path), label, ...more, value: switchValue(value) };
}

export function switchValue(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** What isn't a number can't be edited as one. */
export function numberItem(
  label: string,
  path: Path,
  value: unknown,
  description: string,
): FactItem | NumberItem {
  if (typeof value !== 'number') return fact(label, value);
  return { type: 'number', id: toFieldId(path), label, description, value };
}

/** A point in time from the service, or the text that it sent instead. */
export function moment(label: string, value: unknown): FactItem {
  const at = toMoment(value);
  if (at) return { type: 'fact', label, value: at, isMoment: true };
  return fact(label, typeof value === 'string' ? formats.spans(value) : value);
}

export function yesOrNoItem(label: string, value: unknown): FactItem {
  return fact(label, typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : undefined);
}

export function datesSection(resource: Resource): Section {
  return section('dates', t('Dates'), [
    moment(t('Created'), resource['created_at']),
    moment(t('Changed'), resource['updated_at']),
  ]);
}

export function section(id: string, title: string, items: readonly Item[]): Section {
  return { id, title, items };
}

/** What the buttons of a panel do, by their ids, collected while the buttons are made. */
export type Presses = Record<string, Press>;

/** The buttons of a row, which run commands on what it shows. */
export function rowButtons(
  { id, about }: { readonly id: string; readonly about: string },
  target: Press['target'],
  titles: Readonly<Record<string, string>>,
  presses: Presses,
): Button[] {
  return Object.entries(titles).map(([command, label]) => {
    presses[`${id}/${command}`] = { command, target };
    return { id: `${id}/${command}`, label, about };
  });
}

export function commonButtons(): Button[] {
  return [
    { id: 'openDocument', label: t('Open as JSON') },
    { id: 'refresh', label: t('Refresh') },
  ];
}

export function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

export function objects(value: unknown): readonly Readonly<Record<string, JsonValue>>[] {
  return Array.isArray(value)
    ? value.filter((each): each is Record<string, JsonValue> => isObject(each))
    : [];
}

const mostRecentEvents = 10;

export function recentEvents(section: Section, part: Part, button: Button): Section {
  if (part.state !== 'there') return { ...section, isWide: true };
  const rows = objects(part.value)
    .slice(0, mostRecentEvents)
    .map((entry, index) => ({
      id: `event/${index}`,
      cells: eventCells(toEventLine(entry)),
      buttons: [],
    }));
  const table = { columns: [t('Event'), t('Level'), t('Time')], rows };
  return { ...section, isWide: true, empty: t('No events yet.'), buttons: [button], table };
}

const levelTones = { information: 'quiet', important: 'good', warning: 'warning' } as const;

export function eventCells({ text, level, levelText, at, time }: EventLine): readonly Cell[] {
  return [
    cell(text),
    { text: nameLevel(levelText || '–'), tone: levelTones[level] },
    at === undefined ? cell(time) : momentCell(new Date(at).toISOString()),
  ];
}

export function cell(value: unknown): Cell {
  const isThere = value !== undefined && value !== null && value !== '';
  return { text: isThere ? toVisible(value) : '–' };
}

export function momentCell(value: unknown): Cell {
  const at = toMoment(value);
  return at === undefined ? cell(value) : { text: at, at };
}
