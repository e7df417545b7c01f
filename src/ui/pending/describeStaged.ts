import * as vscode from 'vscode';
import { pendingScheme } from '../../documents/schemes';
import { markOrigin } from '../../pending/question';
import { type StagedChange, type Staging, toPendingPath } from '../../pending/stagedChange';
import type { PendingChanges } from '../../pending/pendingChanges';
import { isObject } from '../../base/json';
import type { ResourceNames } from '../../resources/names/resourceNames';
import { parentOf, type ResourceReference } from '../../resources/reference';
import type { MessageAction } from '../../base/questions';
import { markOddities } from '../../base/oddText';
import { toPlain } from '../../base/foreignText';
import { showMessage, commandButton } from '../editor/messages';
import { showBriefly } from '../editor/statusBar';
import { t } from '../../base/l10n';

export function nameOfChange({
  path,
  operation,
}: Pick<StagedChange, 'path' | 'operation'>): string {
  const row = (path.split('/').at(-1) ?? '').replace(/\.[a-z-]+\.[a-z]+$/, '');
  const words = operation ? operationWords(operation) : '';
  return row.startsWith(words) ? row.slice(words.length) : row;
}

/** @param count the resources that have changes. */
export function showStaged(count: number): void {
  if (count === 0) void showMessage('information', t('Nothing to stage: already set.'));
  else if (count === 1) showBriefly(t('Staged for 1 resource. Apply it in Source Control.'));
  else showBriefly(t('Staged for {0} resources. Apply them in Source Control.', count));
}

export function describeState(state: StagedChange['state']): string {
  switch (state.type) {
    case 'pending':
      return '';
    case 'drifted':
    case 'conflict': {
      const fields = state.fields.map((path) => path.join('.')).join(', ');
      return t('Changed by someone else in the meantime: {0}', fields);
    }
    case 'failed':
      return state.text;
    case 'unknown':
      return `${t('Outcome unknown: applying it again checks first.')} ${state.text}`.trim();
  }
}

export function describeChanged(staged: readonly StagedChange[]): string {
  const [first, second] = staged;
  const what =
    first && !second
      ? t(
          'The change to "{0}" was applied, edited or discarded in the meantime.',
          nameOfChange(first),
        )
      : t('Some changes were applied, edited or discarded in the meantime.');
  return `${what} ${t("Source Control shows what's left.")}`;
}

export async function showOutdated(staged: readonly StagedChange[]): Promise<void> {
  await showMessage('information', describeChanged(staged), [showInSourceControl()]);
}

export function showInSourceControl(): MessageAction {
  return commandButton(t('Show in Source Control'), 'workbench.view.scm');
}

export type KnownNames = (reference: ResourceReference) => string | undefined;

/** The change that a row of Source Control, or the text behind it, is about. */
export function findStaged(
  changes: Pick<PendingChanges, 'findPath'>,
  parameter: unknown,
): StagedChange | undefined {
  const uri = isObject(parameter) ? (parameter['resourceUri'] ?? parameter) : undefined;
  const isOurs = uri instanceof vscode.Uri && uri.scheme === pendingScheme;
  return isOurs ? changes.findPath(uri.path) : undefined;
}

export function toPendingUri({ path }: Pick<StagedChange, 'path'>): vscode.Uri {
  return vscode.Uri.from({ scheme: pendingScheme, path });
}

/** The last name says what happens and who staged it: it's all that a row and a review show. */
export async function pendingPathOf(
  names: Pick<ResourceNames, 'trailOf'>,
  { reference, operation, origin }: Omit<Staging, 'path' | 'changes'>,
  nameOf: KnownNames = () => undefined,
): Promise<string> {
  const [account, ...shown] = (await names.trailOf(reference)).map(String);
  const read = namesFrom(reference, nameOf);
  const trail = [account ?? '', ...shown.map((name, index) => read[index] ?? name)].map((name) =>
    markOddities(name),
  );
  const own = markOrigin(trail.pop() ?? '', origin);
  const what = operation ? operationWords(operation) + own : own;
  return toPendingPath(reference, [...trail, what], (kind) => t(kind.names.many));
}

/** Precedes the name of a resource that is created or deleted. */
function operationWords(operation: 'create' | 'delete'): string {
  return operation === 'create' ? t('New: ') : t('Delete: ');
}

function namesFrom(
  reference: ResourceReference,
  nameOf: KnownNames,
): readonly (string | undefined)[] {
  const parent = parentOf(reference);
  const name = nameOf(reference);
  return [...(parent ? namesFrom(parent, nameOf) : []), name && toPlain(name)];
}
