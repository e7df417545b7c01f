import { toFieldId, toFieldPath } from './fieldId';
import { joinWords, toVisible } from '../base/foreignText';
import { ApiError } from '../api/errors';
import {
  DocumentError,
  isConflict,
  errorsOf,
  StoppedError,
  WriteError,
  type SentDifference,
} from '../documents/writing/outcome';
import type { Documents } from '../documents/documents';
import { memberAt, type Path, isObject, type JsonObject, type JsonValue } from '../base/json';
import type { Resource } from '../resources/kinds/kind';
import { type ResourceReference, toKey } from '../resources/reference';
import type { PanelValue, SecretItem } from '../pages/model';
import type { Failure, FieldProblem, PendingChange } from '../pages/protocol';
import type { PanelContent, PanelKind, Press } from './panelKind';
import { sandboxAccountId, UnknownAccountError } from '../accounts/sessions';
import { inLanguage, t } from '../base/l10n';

export interface SaveRefusal {
  readonly text: string;
  readonly fields: readonly FieldProblem[];
}

export interface PanelSave {
  readonly saved: readonly PendingChange[];
  readonly refusal?: SaveRefusal;
  readonly resource?: Resource | undefined;
}

type DescribeError = (error: unknown) => string;

interface SaveContext {
  readonly documents: Pick<Documents, 'change' | 'onDidRead'>;
  readonly describeError: DescribeError;
}

/** As a document does: compares the live state with the start, and sends only what was changed. */
export async function saveChanges(
  { documents, describeError }: SaveContext,
  reference: ResourceReference,
  changes: readonly PendingChange[],
): Promise<PanelSave> {
  let live: JsonObject = {};
  let resource: Resource | undefined;
  const reading = documents.onDidRead((read) => {
    if (toKey(read.reference) === toKey(reference)) ({ resource } = read);
  });
  try {
    const written = await documents.change(reference, (theirs) => {
      live = theirs;
      return { base: withValues(live, changes, 'from'), mine: withValues(live, changes, 'to') };
    });
    // Anything read before the write is outdated, unless there was nothing to write.
    return { saved: changes, resource: written.changes.length > 0 ? written.resource : resource };
  } catch (error) {
    const refusal = {
      text: describeSaveError(error, changes, describeError),
      fields: toFields(error, live, changes, describeError),
    };
    if (!(error instanceof WriteError)) return { saved: [], refusal, resource };
    const { arrived, kept } = error;
    const saved = changes.filter(({ id }) =>
      arrived.some(({ path }) => isPathWithin(toFieldPath(id), path)),
    );
    const isRead = error.outcome === 'failed' || arrived.length + kept.length > 0;
    return { saved, refusal, ...(isRead ? { resource } : {}) };
  } finally {
    reading.dispose();
  }
}

function describeSaveError(
  error: unknown,
  changes: readonly PendingChange[],
  describeError: DescribeError,
): string {
  if (isConflict(error))
    return t('Nothing was saved: someone else changed the same fields in the meantime.');
  if (error instanceof StoppedError) return t('Canceled. Nothing was sent.');
  if (error instanceof WriteError) return describeWrite(error, changes, describeError);
  // The fields themselves say what is wrong.
  if (error instanceof DocumentError && areMarked(error, changes)) {
    return error.problems.length === 1
      ? t('Nothing was saved. Correct the marked field.')
      : t('Nothing was saved. Correct the marked fields.');
  }
  return t('Nothing was saved. {0}', describeError(error));
}

/** A panel names no fields: the marked ones say which values the service kept. */
function describeWrite(
  error: WriteError,
  changes: readonly PendingChange[],
  describeError: DescribeError,
): string {
  const { outcome, cause, kept } = error;
  if (cause === undefined) {
    const marked = kept.map(({ path }) => changesWithin(path, changes).length);
    const areAllMarked = marked.length > 0 && !marked.includes(0);
    return areAllMarked ? describeKeptFields(outcome, marked) : describeError(error);
  }
  const why = describeError(cause);
  switch (outcome) {
    case 'failed':
    case 'notApplied':
      return describeSaveError(cause, changes, describeError);
    case 'partly':
      return t('{0} Only part of it was saved.', why);
    case 'unknown':
      return t(
        "{0} Your changes may have been saved, but that can't be checked right now. Refresh to see the current values before you save again.",
        why,
      );
  }
}

/** @param marked how many fields show each of the kept values. */
function describeKeptFields(outcome: WriteError['outcome'], marked: readonly number[]): string {
  const isOne = marked.reduce((sum, count) => sum + count, 0) === 1;
  if (outcome === 'partly') {
    return isOne
      ? t('The server kept the value of the marked field. Everything else was saved.')
      : t('The server kept the values of the marked fields. Everything else was saved.');
  }
  return isOne
    ? t('Nothing was saved: the server kept the value of the marked field.')
    : t('Nothing was saved: the server kept the values of the marked fields.');
}

function areMarked({ problems }: DocumentError, changes: readonly PendingChange[]): boolean {
  return problems.every(({ path }) => changes.some(({ id }) => id === toFieldId(path)));
}

function isPathWithin(path: Path, outer: Path): boolean {
  return outer.every((name, index) => name === path[index]);
}

function withValues(
  content: JsonObject,
  changes: readonly PendingChange[],
  side: 'from' | 'to',
): JsonObject {
  let result: JsonValue = content;
  for (const change of changes) {
    const path = toFieldPath(change.id);
    result = withValue(result, path, change[side], path);
  }
  return result as JsonObject;
}

/** In a list, a name is an item's id. @throws DocumentError if that item is gone. */
function withValue(within: JsonValue, rest: Path, value: JsonValue, path: Path): JsonValue {
  const [name, ...inner] = rest;
  if (name === undefined) return value;
  if (Array.isArray(within)) {
    const at = within.findIndex((item) => isObject(item) && JSON.stringify(item['id']) === name);
    if (at < 0) throw new DocumentError([{ reason: 'conflict', path }]);
    return within.with(at, withValue(within[at] ?? null, inner, value, path));
  }
  const members = isObject(within) ? within : {};
  // What isn't set is shown as null, whether it's null or absent.
  if (value === null && inner.length === 0 && !Object.hasOwn(members, name)) return members;
  return { ...members, [name]: withValue(members[name] ?? null, inner, value, path) };
}

/** Problems of single values, from the comparison, the service, or the check before sending. */
function toFields(
  error: unknown,
  live: JsonObject,
  changes: readonly PendingChange[],
  describeError: DescribeError,
): FieldProblem[] {
  if (error instanceof WriteError) {
    return [
      ...toFields(error.cause, live, changes, describeError),
      ...error.kept.flatMap((kept) => describeKeptValue(kept, changes)),
    ];
  }
  if (error instanceof AggregateError)
    return errorsOf(error).flatMap((each) => toFields(each, live, changes, describeError));
  if (error instanceof DocumentError) {
    return error.problems.map((problem) => {
      const { path, reason, detail: fieldText } = problem;
      if (reason === 'conflict') return toConflict(path, memberAt(live, path));
      const text = fieldText ? inLanguage(fieldText) : describeError(new DocumentError([problem]));
      return { id: toFieldId(path), text: toVisible(text) };
    });
  }
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fieldErrors).map(([field, texts]) => ({
    id: toFieldId(field.split('.')),
    text: toVisible(joinWords(texts.map((fieldText) => inLanguage(fieldText)))),
  }));
}

/** A list is kept as a whole, so each changed value in it gets the message. */
function describeKeptValue(
  { path, now }: SentDifference,
  changes: readonly PendingChange[],
): FieldProblem[] {
  return changesWithin(path, changes).map(({ id }) =>
    isPanelValue(now)
      ? { id, text: t('The server kept {0}.', toVisible(now ?? '–')), now }
      : { id, text: t('The server kept another value.') },
  );
}

function changesWithin(path: Path, changes: readonly PendingChange[]): readonly PendingChange[] {
  return changes.filter(({ id }) => isPathWithin(toFieldPath(id), path));
}

function toConflict(path: Path, now: JsonValue | undefined): FieldProblem {
  const id = toFieldId(path);
  if (now === undefined) return { id, text: t("It doesn't exist anymore. Discard this change.") };
  const text = t(
    'The value is now {0}. Save again to replace it, or discard your change.',
    toVisible(now ?? '–'),
  );
  return { id, text, ...(isPanelValue(now) ? { now } : {}) };
}

function isPanelValue(value: unknown): value is PanelValue {
  return value === null || ['boolean', 'number', 'string'].includes(typeof value);
}

export function toFailure(
  { absence }: PanelKind,
  error: unknown,
  { describeError }: Pick<SaveContext, 'describeError'>,
): Failure {
  const text = describeError(error);
  if (error instanceof UnknownAccountError) {
    // An account that is added again has another id, so that this page stays without one.
    return { type: 'failure', text, canRetry: false, buttons: [toReturn(error)] };
  }
  const reason = error instanceof ApiError ? error.reason : undefined;
  if (reason === 'notFound' && absence) {
    const { text: none, button } = absence();
    return { type: 'failure', text: none, canRetry: true, buttons: [button] };
  }
  const buttons =
    reason === 'unauthorized' ? [{ id: signInButton, label: t('Sign In Again') }] : [];
  return { type: 'failure', text, canRetry: true, buttons };
}

function toReturn({ account }: UnknownAccountError): Failure['buttons'][number] {
  return account === sandboxAccountId
    ? { id: 'useSandbox', label: t('Use the Sandbox') }
    : { id: 'addAccount', label: t('Add Account…') };
}

const signInButton = 'signIn';

interface ShownPanel {
  readonly reference: ResourceReference;
  readonly content: PanelContent | undefined;
  readonly failure: Failure | undefined;
}

/** A command, named without its prefix, and what it runs on; an account's id for signing in. */
interface Order {
  readonly command: string;
  readonly target: Press['target'] | string;
}

/** Returns undefined if the panel doesn't show the button, because a page isn't trusted. */
export function findPress(
  { reference, content, failure }: ShownPanel,
  id: string,
): Order | undefined {
  const { presses = {}, buttons = [], sections = [] } = content ?? {};
  if (Object.hasOwn(presses, id)) return presses[id];
  const all = [...buttons, ...sections.flatMap((section) => section.buttons ?? [])];
  const offered = [...all, ...(failure?.buttons ?? [])];
  if (!offered.some((button) => button.id === id)) return undefined;
  return { command: id, target: id === signInButton ? reference.account : reference };
}

/** A credential that a panel shows; only then may its page request it. */
export function findSecret(content: PanelContent | undefined, id: string): SecretItem | undefined {
  const items = (content?.sections ?? []).flatMap((section) => section.items);
  return items.filter((item) => item.type === 'secret').find((item) => item.id === id);
}
