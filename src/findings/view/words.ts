import type { Area, AreaUnit } from '../areas';
import type { Effort } from '../checker';
import type { Finding, Severity } from '../finding';
import { findKind } from '../../resources/kinds/kinds';
import { formats, t } from '../../base/l10n';

export function nameSeverity(severity: Severity): string {
  const words: Readonly<Record<Severity, string>> = {
    critical: t('Critical'),
    warning: t('Warning'),
    information: t('Information'),
  };
  return words[severity];
}

export function nameArea(id: Area['id']): string {
  if (id === 'health') return t('Disk and memory');
  return t(findKind(id).names.many);
}

export function describeArea({ unit, checked, total }: Area): string {
  const [missing, all] = [formats.number(total - checked), formats.number(total)];
  const words: Readonly<Record<AreaUnit, string>> = {
    account: t('{0} of {1} accounts', missing, all),
    server: t('{0} of {1} servers', missing, all),
    webApplication: t('{0} of {1} web applications', missing, all),
    domain: t('{0} of {1} domains', missing, all),
  };
  const wordsOfOne: Readonly<Record<AreaUnit, string>> = {
    account: t('{0} of 1 account', missing),
    server: t('{0} of 1 server', missing),
    webApplication: t('{0} of 1 web application', missing),
    domain: t('{0} of 1 domain', missing),
  };
  return total === 1 ? wordsOfOne[unit] : words[unit];
}

export function countFindings({ length }: readonly Finding[]): string {
  if (length === 0) return t('No findings');
  return length === 1 ? t('1 finding') : t('{0} findings', length);
}

export function describeUnchecked(area: Area): string {
  return t('{0} ({1})', nameArea(area.id), describeArea(area));
}

const minutesPerHour = 60;

export function describeEffort({ requests, minutes = 0 }: Effort): string {
  const words = t('at least {0} requests', formats.number(requests));
  if (minutes < 2) return words;
  const hours = Math.round(minutes / minutesPerHour);
  return hours < 2
    ? t('{0}, about {1} minutes because of the rate limit', words, minutes)
    : t('{0}, about {1} hours because of the rate limit', words, formats.number(hours));
}

export function describeAreas(areas: readonly Area[]): string {
  if (areas.length === 0) return t('Nothing has been checked yet.');
  const names = areas.map(({ id, checked, total }) =>
    checked < total
      ? t('{0} ({1} of {2})', nameArea(id), formats.number(checked), formats.number(total))
      : nameArea(id),
  );
  return t('Checked: {0}', names.join(', '));
}
