import * as vscode from 'vscode';
import { pendingScheme } from '../../documents/schemes';
import { type Staging, toPendingPath } from '../../pending/staging';
import { markOrigin } from '../../pending/question';
import type { StagedChange } from '../../pending/stagedChange';
import type { ResourceNames } from '../../resources/names/resourceNames';
import { parentOf, type ResourceReference } from '../../resources/reference';
import { markOddities } from '../../base/oddText';
import { toPlain } from '../../base/foreignText';
import { t } from '../../base/l10n';

export type KnownNames = (reference: ResourceReference) => string | undefined;

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
export function operationWords(operation: 'create' | 'delete'): string {
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
