import * as vscode from 'vscode';
import { trailOf } from './names';
import { parseText } from '../../resources/documents/content';
import {
  type Copy,
  type CopyResult,
  performCopies,
  planCopies,
} from '../../resources/documents/copies';
import { describeChanges } from '../../resources/documents/describeChanges';
import { type Change, diff, memberAt } from '../../resources/documents/patch';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { describeError } from '../errors/describeError';
import { pickSeveral } from '../input/pickSeveral';
import { withLateProgress } from '../lateProgress';
import { t } from '../l10n';
import { toUri } from '../uris';

/**
 * Makes a document's changes to other resources of its kind, too: shows every request first, sends
 * them when that is accepted, and shows what became of each.
 */
export async function copyFields(
  core: Core,
  reference: ResourceReference,
  given?: readonly ResourceReference[],
): Promise<readonly CopyResult[] | undefined> {
  const changes = await changesOf(core, reference);
  if (!changes || changes.length === 0) return undefined;
  const targets = given ?? (await pickSeveral(core, reference));
  if (targets.length === 0) return undefined;
  const copies = await withLateProgress(t('Looking at the live state'), (signal) =>
    planCopies(core.documents, targets, changes, signal),
  );
  await show(core, 'review', await review(core, changes, copies));
  const sending = copies.filter((copy) => 'plan' in copy && copy.plan.writes.length > 0);
  if (sending.length === 0) {
    void vscode.window.showInformationMessage(t('There is nothing to send: see the review.'));
    return undefined;
  }
  const send = t('Send');
  const chosen = await vscode.window.showWarningMessage(
    t('Change {0} of {1} resources as reviewed?', sending.length, copies.length),
    { modal: true, detail: describeChanges(changes).join('\n') },
    send,
  );
  if (chosen !== send) return undefined;
  const sendings = copies.flatMap((copy) =>
    'plan' in copy ? [{ reference: copy.target, changes: copy.plan.changes }] : [],
  );
  if (!(await core.loginGuard.allows(sendings))) return undefined;
  const results = await withLateProgress(t('Copying the changes'), (signal, report) => {
    let done = 0;
    return performCopies(
      core.documents,
      copies,
      () => report(`${(done += 1)} / ${copies.length}`),
      signal,
    );
  });
  await show(core, 'results', await resultText(core, results));
  return results;
}

/** What was typed and not saved; else fields that the person chooses, as they are. */
async function changesOf(
  core: Core,
  reference: ResourceReference,
): Promise<readonly Change[] | undefined> {
  const document = await vscode.workspace.openTextDocument(toUri(reference));
  const content = parseText(document.getText());
  const base = core.documents.baseOf(reference);
  const typed = document.isDirty && base ? diff(base, content) : [];
  if (typed.length > 0) return typed;
  const names = findKind(reference.kind).document?.editing?.writable ?? [];
  const items = names.flatMap((label) => {
    const after = memberAt(content, label.split('.'));
    return after === undefined ? [] : [{ label, description: JSON.stringify(after), after }];
  });
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    placeHolder: t('Which fields are to be copied?'),
  });
  return chosen?.map(({ label, after }) => ({ path: label.split('.'), before: undefined, after }));
}

async function review(
  core: Core,
  changes: readonly Change[],
  copies: readonly Copy[],
): Promise<string> {
  const parts = copies.map(async (copy) => {
    const name = `# ${(await trailOf(core, copy.target)).join(' › ')}`;
    if ('error' in copy) return [name, `# ${describeError(copy.error)}`];
    if (copy.plan.writes.length === 0) return [name, `# ${t('is so already')}`];
    const requests = await Promise.all(
      copy.plan.writes.map((write) => core.client.plan(copy.target, write)),
    );
    return [
      name,
      ...describeChanges(copy.plan.changes).map((line) => `# ${line}`),
      ...requests.flatMap(({ method, path, body }) => [
        `${method} ${path}`,
        '',
        JSON.stringify(body, undefined, 2),
        '',
        '###',
      ]),
    ];
  });
  const head = [`# ${t('To be copied:')}`, ...describeChanges(changes).map((line) => `# ${line}`)];
  return [...head, '', ...(await Promise.all(parts)).flatMap((lines) => [...lines, ''])].join('\n');
}

async function resultText(core: Core, results: readonly CopyResult[]): Promise<string> {
  const words = { done: t('done'), nothing: t('is so already'), failed: t('failed') };
  const lines = results.map(async ({ target, outcome, error }) => {
    const why = error === undefined ? '' : ` ${describeError(error)}`;
    return `${(await trailOf(core, target)).join(' › ')}: ${words[outcome]}.${why}`;
  });
  return `${(await Promise.all(lines)).join('\n')}\n`;
}

async function show(core: Core, name: string, text: string): Promise<void> {
  const uri = core.snapshots.put(`/copy/${name}.http`, text);
  await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
}
