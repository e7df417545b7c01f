import * as vscode from 'vscode';
import { nameOfChange, pendingPathOf, showStaged } from './describeStaged';
import type { PendingServices } from './pending';
import { pendingScheme } from '../../documents/schemes';
import { parseDocument, toContent } from '../../documents/content';
import { toPlain } from '../../base/foreignText';
import { apply, type Change, diff, memberAt, type JsonObject } from '../../base/json';
import { ServerRows } from '../../explorer/serverRows';
import { findKind } from '../../resources/kinds/kinds';
import {
  type CollectionReference,
  type ResourceReference,
  serversOf,
} from '../../resources/reference';
import { isCancellation } from '../../documents/describeError';
import { describeError, showError, showMessage } from '../editor/messages';
import { withLateProgress } from '../editor/progress';
import { t } from '../../base/l10n';
import { planSave } from '../../documents/plan/savePlan';
import type { Origin } from '../../pending/stagedChange';
import { openText } from '../documents/documentUri';
import { pickSeveral } from '../prompts/pickers/pickResource';
import { showMultiPick } from '../editor/quickInput';
import { showBriefly } from '../editor/statusBar';

interface Unread {
  readonly name: string;
  readonly error: unknown;
}

/** Says which resources are missing because they couldn't be read. */
export async function editTogether(
  services: PendingServices,
  references: readonly ResourceReference[],
  unlisted: readonly Unread[] = [],
): Promise<void> {
  const [first, second] = references;
  const isOneKind = references.every(({ kind }) => kind === first?.kind);
  if (!first || !second || !isOneKind || !findKind(first.kind).document?.editing) {
    return void showMessage(
      'information',
      t('Select several resources of one kind whose fields can be changed.'),
    );
  }
  const { names, pending } = services;
  const { values, unread } = await withLateProgress(t('Reading the live state'), (signal) =>
    readEach(
      references,
      (reference) => `"${names.placeOf(reference)}"`,
      async (reference) => {
        const content = await contentOf(services, reference, signal);
        const path = await pendingPathOf(names, { reference, origin: 'person' });
        return { reference, content, path };
      },
    ),
  );
  const missing = [...unlisted, ...unread];
  if (values.length < 2 && missing[0]) throw missing[0].error;
  const path = await pending.together.start(first.kind, values);
  const uri = vscode.Uri.from({ scheme: pendingScheme, path });
  await vscode.window.showTextDocument(uri, { preview: false });
  tellMissing(missing);
}

/** The most reads under way: waiting for their turn, thousands would block the window. */
const mostReads = 8;

/** Reads each, and goes on if one can't be read. @throws if the person cancels. */
async function readEach<Given, Read>(
  all: readonly Given[],
  nameOf: (given: Given) => string,
  read: (given: Given) => Promise<Read>,
): Promise<{ readonly values: readonly Read[]; readonly unread: readonly Unread[] }> {
  const found: (readonly [index: number, value: Read])[] = [];
  const unread: Unread[] = [];
  const left = all.entries();
  const readOn = async (): Promise<void> => {
    for (const [index, given] of left) {
      try {
        found.push([index, await read(given)]);
      } catch (error) {
        if (isCancellation(error)) throw error;
        unread.push({ name: nameOf(given), error });
      }
    }
  };
  await Promise.all(Array.from({ length: mostReads }, readOn));
  const inOrder = found.toSorted(([one], [other]) => one - other);
  return { values: inOrder.map(([, value]) => value), unread };
}

function tellMissing(missing: readonly Unread[]): void {
  const [first] = missing;
  if (!first) return;
  const names = missing.map(({ name }) => name).join(', ');
  const what = t('Not included: {0}.', names);
  void showMessage('warning', `${what} ${describeError(first.error)}`);
}

export async function allIn(
  { store }: Pick<PendingServices, 'store'>,
  collection: CollectionReference,
): Promise<readonly ResourceReference[]> {
  const { account, kind, parents } = collection;
  const { items } = await withLateProgress(
    t('Loading: {0}', t(findKind(kind).names.many)),
    (signal) => store.all(collection, undefined, { signal }),
  );
  return items.flatMap(({ id }) =>
    typeof id === 'number' || typeof id === 'string'
      ? [{ account, kind, ids: [...parents, id] }]
      : [],
  );
}

/** The same for what the view's filter finds on servers, or else for the servers themselves. */
export async function editMatching(services: PendingServices): Promise<void> {
  const { servers, onThem, unread } = await findMatching(services);
  const [first] = onThem.filter(({ kind }) => findKind(kind).document?.editing);
  const matching = first ? onThem.filter(({ kind }) => kind === first.kind) : servers;
  if (matching.length > 1) return editTogether(services, matching, unread);
  void showMessage('information', t('Fewer than two resources match the filter.'));
  tellMissing(unread);
}

/** Stages that the keys are deleted which the view's filter finds: applying that warns of lock-outs. */
export async function removeMatchingKeys(services: PendingServices): Promise<void> {
  const { onThem, unread } = await findMatching(services);
  const keys = onThem.filter(({ kind }) => kind === 'sshKey');
  const kind = findKind('sshKey');
  const deletions = keys.map((reference) => ({
    reference,
    origin: 'person' as const,
    changes: diff(toContent(kind, services.store.find(reference) ?? {}), {}),
    operation: 'delete' as const,
  }));
  tellMissing(unread);
  if (deletions.length === 0) {
    return void showMessage('information', t('No servers match the filter.'));
  }
  await services.pending.stage(deletions);
  showStaged(deletions.length);
}

/** What matches the view's filter in all accounts: servers, and what is on them. */
async function findMatching(services: PendingServices): Promise<{
  readonly servers: readonly ResourceReference[];
  readonly onThem: readonly ResourceReference[];
  readonly unread: readonly Unread[];
}> {
  const { sessions, explorer } = services;
  const { values, unread } = await readEach(
    await sessions.accounts(),
    ({ label }) => t('servers of "{0}"', toPlain(label)),
    ({ id }) => allIn(services, serversOf(id)),
  );
  const rows = new ServerRows(explorer.sources);
  const servers = rows.matching(values.flat());
  const unchecked = rows.unknown(values.flat()).length;
  if (unchecked > 0) {
    void showMessage('warning', t("Not included: {0} servers that weren't checked.", unchecked));
  }
  return { servers, onThem: servers.flatMap((each) => rows.matchesOn(each)), unread };
}

/** From its list, if that has all editable fields. */
async function contentOf(
  { store, documents }: PendingServices,
  reference: ResourceReference,
  signal: AbortSignal,
): Promise<JsonObject> {
  const kind = findKind(reference.kind);
  const listed = store.find(reference);
  const known = listed && toContent(kind, listed);
  const { writable = [], unread = [] } = kind.document?.editing ?? {};
  const isWhole = writable.every(
    (name) => unread.includes(name) || (known && memberAt(known, name.split('.')) !== undefined),
  );
  return known && isWhole ? known : documents.live(reference, { signal });
}

/** A resource that can't be read, or can't take them, doesn't affect the others. */
export async function copyFields(
  services: PendingServices,
  reference: ResourceReference,
  given: readonly ResourceReference[],
): Promise<void> {
  const document = await openText(services, reference);
  const changes = await chooseChanges(services, reference, document);
  if (changes.length === 0) return;
  const targets = given.length > 0 ? given : await pickSeveral(services, reference);
  if (targets.length === 0) return;
  const typedBy = document.isDirty ? originOf(services, document) : 'person';
  await stageForEach(services, targets, changes, given.length > 0 ? 'extension' : typedBy);
}

export async function stageForEach(
  { documents, names, pending }: PendingServices,
  targets: readonly ResourceReference[],
  changes: readonly Change[],
  origin: Origin,
): Promise<void> {
  const { values, unread } = await withLateProgress(t('Reading the live state'), (signal) =>
    readEach(
      targets,
      (target) => `"${names.placeOf(target)}"`,
      async (target) => {
        const theirs = await documents.live(target, { signal });
        const kind = findKind(target.kind);
        const plan = planSave(kind, { base: theirs, mine: apply(theirs, changes), theirs });
        return { reference: target, origin, changes: plan.changes };
      },
    ),
  );
  if (values.length === 0 && unread[0]) throw unread[0].error;
  tellMissing(unread);
  const changed = values.filter((each) => each.changes.length > 0);
  if (changed.length > 0) await pending.stage(changed);
  showStaged(changed.length);
}

async function chooseChanges(
  { documents, title }: PendingServices,
  reference: ResourceReference,
  document: vscode.TextDocument,
): Promise<readonly Change[]> {
  const kind = findKind(reference.kind);
  const base = documents.baseOf(reference);
  const content = parseDocument(kind, document.getText(), base);
  const typed = document.isDirty && base ? diff(base, content) : [];
  if (typed.length > 0) return typed;
  const items = (kind.document?.editing?.writable ?? []).flatMap((label) => {
    const after = memberAt(content, label.split('.'));
    return after === undefined ? [] : [{ label, description: JSON.stringify(after), after }];
  });
  const chosen = await showMultiPick(items, { title, placeHolder: t('Select the fields to copy') });
  return (chosen ?? []).map(({ label, after }) => {
    return { path: label.split('.'), before: undefined, after };
  });
}

/** Stages a document's unsaved changes instead of saving them; the document then shows the live state. */
export async function stageChanges(
  services: PendingServices,
  reference: ResourceReference,
): Promise<void> {
  const document = await openText(services, reference);
  const origin = originOf(services, document);
  const base = services.documents.baseOf(reference);
  try {
    const kind = findKind(reference.kind);
    const mine = parseDocument(kind, document.getText(), base);
    const changes = base && planSave(kind, { base, mine, theirs: base }).changes;
    if (!changes || changes.length === 0) {
      return void showMessage('information', t('Nothing to stage: there are no changes.'));
    }
    await services.pending.stage([{ reference, origin, changes }]);
  } catch (error) {
    await showError(t("Couldn't stage the changes."), error);
    return;
  }
  await vscode.window.showTextDocument(document, { preview: false });
  const staged = services.pending.changes.find({ reference, origin });
  const name = staged ? nameOfChange(staged) : '';
  try {
    await vscode.commands.executeCommand('workbench.action.files.revert');
  } catch {
    // VS Code doesn't say why; its own sentence is about its code.
    const text = t(
      'Change to "{0}" staged, but the live state couldn\'t be read. Revert the document later.',
      name,
    );
    await showMessage('warning', text);
    return;
  }
  showBriefly(t('Change to "{0}" staged. Apply it in Source Control.', name));
}

/** Anyone can name a document: only the one in front is the person's, unless a model wrote it. */
function originOf({ proposals }: PendingServices, { uri }: vscode.TextDocument): Origin {
  if (proposals.get(uri.toString())) return 'model';
  const inFront = vscode.window.activeTextEditor?.document.uri;
  return inFront?.toString() === uri.toString() ? 'person' : 'extension';
}
