import type { HistoryVerb, LoggedChange } from './changeLog';
import { findNameField } from '../writing/judge';
import { isCredentialField } from '../../api/credentials';
import { toPlain } from '../../base/foreignText';
import type { JsonValue, Change } from '../../base/json';
import { findKind } from '../../resources/kinds/kinds';
import { nameOutcome } from '../writing/outcome';
import { formats, t } from '../../base/l10n';

const mostChanges = 3;
const longestShortValue = 40;

/** For example `Nightly backup: hour 2 → 3`. */
export function describeEntry(entry: LoggedChange): string {
  const { changes, label, isCommand, outcome } = entry;
  if (isCommand && outcome !== 'done' && outcome !== 'partly') return label;
  const verb = verbOf(entry);
  if (verb) return describeVerb(verb, entry);
  const renaming = renamingIn(changes);
  if (renaming) return t('Renamed {0} to {1}', toPlain(renaming.from), toPlain(renaming.to));
  if (isCommand && !hasBothSides(changes)) return label;
  const shown = changes.slice(0, mostChanges).map((each) => describeChange(each));
  const rest = changes.length - shown.length;
  const more = rest > 0 ? [t('{0} more', rest)] : [];
  return t('{0}: {1}', toPlain(loggedName(entry)), [...shown, ...more].join(', '));
}

function loggedName({ name, label, isCommand, reference }: LoggedChange): string {
  const kind = t(findKind(reference.kind).names.one);
  return (name ?? (isCommand ? '' : (label.split(' › ').at(-1) ?? ''))) || kind;
}

/** In entries of earlier versions, only the changes show that it was a creation. */
function verbOf({ verb, changes, isCommand }: LoggedChange): HistoryVerb | undefined {
  const isNew = changes.length > 0 && changes.every(({ before }) => before === undefined);
  return verb ?? (isNew && !isCommand ? 'created' : undefined);
}

function describeVerb(verb: HistoryVerb, entry: LoggedChange): string {
  const kind = t(findKind(entry.reference.kind).names.one);
  const name = toPlain(loggedName(entry));
  const what = name === kind ? formats.inSentence(kind) : `${formats.inSentence(kind)} ${name}`;
  const descriptions = {
    created: t('Created {0}', what),
    deleted: t('Deleted {0}', what),
    enabled: t('Enabled "{0}"', name),
    disabled: t('Disabled "{0}"', name),
  };
  return descriptions[verb];
}

function renamingIn([change, ...others]: readonly Change[]) {
  const { path = [], before, after } = change ?? {};
  if (others.length > 0 || typeof before !== 'string' || typeof after !== 'string')
    return undefined;
  const name = path.join('.');
  return findNameField({ [name]: before }) === name ? { from: before, to: after } : undefined;
}

function hasBothSides(changes: readonly Change[]): boolean {
  return (
    changes.length > 0 &&
    changes.every(({ before, after }) => before !== undefined && after !== undefined)
  );
}

function describeChange({ path, before, after }: Change): string {
  const field = toPlain(path.join('.'));
  if (path.some(isCredentialField)) return t('{0} changed', field);
  if (after === undefined) return t('{0} removed', field);
  if (before === undefined) return `${field} → ${toShort(after)}`;
  const [from, to] = [toShort(before), toShort(after)];
  // Long texts may differ only in what isn't shown.
  return from === to ? t('{0} changed', field) : `${field} ${from} → ${to}`;
}

function toShort(value: JsonValue): string {
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  const plain = toPlain(text);
  return plain.length > longestShortValue ? `${plain.slice(0, longestShortValue)}…` : plain;
}

/** The outcome of each part of a save that needed several requests. */
export function describeParts({ reference, parts = [] }: LoggedChange): string {
  const known = findKind(reference.kind).document?.editing?.parts ?? [];
  return parts
    .flatMap(({ operation, outcome }) => {
      const part = known.find(({ write }) => write.id === operation);
      return part ? [`${part.name()}: ${nameOutcome(outcome)}`] : [];
    })
    .join(', ');
}
