import type { JsonValue } from '../../../shared/json';
import { isObject } from '../../../shared/json';
import type { Translate } from '../../../shared/translate';
import type { Path } from '../../../resources/documents/patch';
import type { Button, FactItem, TextItem } from '../../../webviews/model';
import { toVisible } from '../../safeText';
import { toFieldId } from '../fieldId';

/** A fact of the service. */
export function fact(label: string, value: unknown): FactItem {
  const text = value === null || value === undefined || value === '' ? '–' : toVisible(value);
  return { type: 'fact', label, value: text };
}

/** A text to be changed; one that cannot be shown as it is, is shown as it can be and not changed. */
export function text(label: string, path: Path, value: unknown): FactItem | TextItem {
  const isShownWhole = value === null || (typeof value === 'string' && toVisible(value) === value);
  return isShownWhole ? { type: 'text', id: toFieldId(path), label, value } : fact(label, value);
}

/** A moment of the service, or the words that it has instead. */
export function moment(label: string, value: unknown): FactItem {
  const at = toMoment(value);
  return at ? { type: 'fact', label, value: at, isMoment: true } : fact(label, value);
}

/**
 * A moment of the service as ISO 8601, if it is one: that, or `YYYY-MM-DD HH:MM:SS` (reference §1), which
 * tells no time zone; the service writes UTC wherever it tells one.
 */
export function toMoment(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z');
  const isIso = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text);
  return isIso && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** A yes or no of the service. */
export function yesOrNo(label: string, value: unknown, t: Translate): FactItem {
  return { type: 'fact', label, value: value === true ? t('Yes') : t('No') };
}

/** The buttons that every panel has. */
export function commonButtons(t: Translate): Button[] {
  return [
    { id: 'openDocument', label: t('Open as JSON') },
    { id: 'refresh', label: t('Refresh') },
  ];
}

/** A member of an answer that is an object, whatever it is. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** A list of objects in an answer. */
export function objects(value: unknown): readonly Readonly<Record<string, JsonValue>>[] {
  return Array.isArray(value)
    ? value.filter((each): each is Record<string, JsonValue> => isObject(each))
    : [];
}
