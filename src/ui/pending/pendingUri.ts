import * as vscode from 'vscode';
import { pendingScheme } from '../../documents/schemes';
import { toPendingPath } from '../../pending/pendingPath';
import type { StagedChange } from '../../pending/stagedChange';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { ResourceReference } from '../../resources/reference';
import { toPlain } from '../../base/foreignText';
import { t } from '../l10n';

/** The URI of a staged change's document. */
export function toPendingUri({ path }: Pick<StagedChange, 'path'>): vscode.Uri {
  return vscode.Uri.from({ scheme: pendingScheme, path });
}

/**
 * The path of a resource's staged change.
 * @param name a name in place of the known one.
 */
export async function pendingPathOf(
  names: Pick<ResourceNames, 'trailOf'>,
  reference: ResourceReference,
  name?: string,
): Promise<string> {
  const known = (await names.trailOf(reference)).map(String);
  const trail = name === undefined ? known : [...known.slice(0, -1), toPlain(name)];
  return toPendingPath(reference, trail, (kind) => t(kind.names.many));
}
