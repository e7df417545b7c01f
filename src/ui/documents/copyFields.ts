import * as vscode from 'vscode';
import { describePlace } from '../../actions/questions/question';
import { openText } from './documentUri';
import { parseDocument } from '../../documents/documentText';
import { type Copy, type CopyResult, performCopies, planCopies } from '../../documents/copies';
import { describeChanges } from '../../documents/history/describeChanges';
import { type Change, diff, memberAt } from '../../base/patch';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { DocumentServices } from './documentServices';
import { toShownBody } from './previewRequest';
import { describeError } from '../editor/describeError';
import { pickSeveral } from '../prompts/pickers/pickResource';
import { withLateProgress } from '../editor/progress';
import { showMultiPick } from '../editor/quickInput';
import { askModalChoice, showMessage } from '../editor/messages';
import { showBriefly } from '../editor/statusBar';
import { toComment, toLine } from '../../base/commentLine';
import { t } from '../../base/l10n';

/**
 * Applies a document's changes to other resources of the same kind: previews every request, sends
 * them once accepted, and shows each outcome.
 */
export async function copyFields(
  services: DocumentServices,
  reference: ResourceReference,
  given?: readonly ResourceReference[],
): Promise<readonly CopyResult[] | undefined> {
  const changes = await changesToCopy(services, reference);
  if (!changes || changes.length === 0) return undefined;
  const targets = given ?? (await pickSeveral(services, reference));
  if (targets.length === 0) return undefined;
  const copies = await withLateProgress(t('Reading the live state'), (signal) =>
    planCopies(services.documents, targets, changes, signal),
  );
  await showSnapshot(services, 'review', await review(services, changes, copies));
  const sending = copies.flatMap((copy) =>
    'plan' in copy && copy.plan.writes.length > 0
      ? [{ reference: copy.target, origin: 'person' as const, changes: copy.plan.changes }]
      : [],
  );
  if (sending.length === 0) {
    tellNothing(copies, () => copyFields(services, reference, targets));
    return undefined;
  }
  const send = t('Send');
  const stage = t('Stage');
  const chosen = await askModalChoice(
    {
      question:
        copies.length === 1
          ? t('Change 1 resource as reviewed?')
          : t('Change {0} of {1} resources as reviewed?', sending.length, copies.length),
      detail: describeChanges(changes).join('\n'),
      place: await describePlace(
        services,
        sending.map((each) => each.reference),
      ),
    },
    [send, stage],
  );
  if (chosen === stage) {
    await services.pending.stage(sending);
    showBriefly(t('Staged for {0} resources. Apply them in Source Control.', sending.length));
  }
  return chosen === send ? sendCopies(services, copies) : undefined;
}

function tellNothing(copies: readonly Copy[], again: () => unknown): void {
  const { length } = copies.filter((copy) => 'error' in copy);
  if (length === 0) {
    void showMessage('information', t('Nothing to send. The review says why.'));
    return;
  }
  const text =
    length === 1
      ? t("Nothing to send: 1 resource couldn't be read. The review says why.")
      : t("Nothing to send: {0} resources couldn't be read. The review says why.", length);
  void showMessage('error', text, [{ title: t('Try Again'), run: again }]);
}

/** Sends reviewed copies, once the guard lets them pass, and shows each outcome. */
async function sendCopies(
  services: DocumentServices,
  copies: readonly Copy[],
): Promise<readonly CopyResult[] | undefined> {
  const writes = copies.flatMap((copy) =>
    'plan' in copy ? copy.plan.writes.map((write) => ({ ...write, target: copy.target })) : [],
  );
  const guard = await services.lockOutGuard.ahead(writes);
  if (!guard) return undefined;
  const results = await withLateProgress(t('Copying changes'), (signal, report) => {
    let done = 0;
    return performCopies(
      services.documents,
      copies,
      () => report(`${(done += 1)} / ${copies.length}`),
      { signal, guard },
    );
  });
  await showSnapshot(services, 'results', await resultText(services, results));
  return results;
}

/** The unsaved changes, or else the current values of fields that the person chooses. */
async function changesToCopy(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<readonly Change[] | undefined> {
  const document = await openText(services, reference);
  const kind = findKind(reference.kind);
  const base = services.documents.baseOf(reference);
  const content = parseDocument(kind, document.getText(), base);
  const typed = document.isDirty && base ? diff(base, content) : [];
  if (typed.length > 0) return typed;
  const names = kind.document?.editing?.writable ?? [];
  const items = names.flatMap((label) => {
    const after = memberAt(content, label.split('.'));
    return after === undefined ? [] : [{ label, description: JSON.stringify(after), after }];
  });
  const chosen = await showMultiPick(items, {
    title: services.title,
    placeHolder: t('Select the fields to copy'),
  });
  return chosen?.map(({ label, after }) => ({ path: label.split('.'), before: undefined, after }));
}

async function review(
  services: DocumentServices,
  changes: readonly Change[],
  copies: readonly Copy[],
): Promise<string> {
  const parts = copies.map(async (copy) => {
    const name = toComment((await services.names.trailOf(copy.target)).join(' › '));
    if ('error' in copy) return [name, toComment(describeError(copy.error))];
    if (copy.plan.writes.length === 0) return [name, toComment(t('Already set'))];
    const requests = await Promise.all(
      copy.plan.writes.map((write) => services.client.plan(copy.target, write)),
    );
    return [
      name,
      ...describeChanges(copy.plan.changes).map(toComment),
      ...requests.flatMap(({ method, path, body }) => [
        `${method} ${path}`,
        '',
        toShownBody(body),
        '',
        '###',
      ]),
    ];
  });
  const head = [toComment(t('Fields to copy:')), ...describeChanges(changes).map(toComment)];
  return [...head, '', ...(await Promise.all(parts)).flatMap((lines) => [...lines, ''])].join('\n');
}

async function resultText(
  services: DocumentServices,
  results: readonly CopyResult[],
): Promise<string> {
  const words = {
    done: t('done'),
    accepted: t('request accepted'),
    nothing: t('Already set'),
    partly: t('partly done'),
    unknown: t('outcome unknown'),
    notApplied: t('not applied'),
    failed: t('failed'),
  };
  const lines = results.map(async ({ target, outcome, error }) => {
    const why = error === undefined ? '' : ` ${describeError(error)}`;
    return toLine(
      `${(await services.names.trailOf(target)).join(' › ')}: ${words[outcome]}.${why}`,
    );
  });
  return `${(await Promise.all(lines)).join('\n')}\n`;
}

async function showSnapshot(services: DocumentServices, name: string, text: string): Promise<void> {
  const uri = services.snapshots.put(`/copy/${name}.http`, text);
  await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
}
