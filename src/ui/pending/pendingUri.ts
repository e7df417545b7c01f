import * as vscode from 'vscode';
import { pendingScheme } from '../../documents/schemes';
import { toPendingPath } from '../../pending/pendingPath';
import type { Origin, StagedChange } from '../../pending/stagedChange';
import type { ResourceNames } from '../../resources/names/resourceNames';
import { parentOf, type ResourceReference } from '../../resources/reference';
import { toPlain } from '../../base/foreignText';
import { t } from '../l10n';

/** Names resources; undefined for unknown ones. */
export type KnownNames = (reference: ResourceReference) => string | undefined;

/** The URI of a staged change's document. */
export function toPendingUri({ path }: Pick<StagedChange, 'path'>): vscode.Uri {
  return vscode.Uri.from({ scheme: pendingScheme, path });
}

/**
 * The path of a resource's staged change.
 * @param nameOf names of resources that weren't shown yet.
 * @param origin who stages it, which a row has to say.
 */
export async function pendingPathOf(
  names: Pick<ResourceNames, 'trailOf'>,
  reference: ResourceReference,
  nameOf: KnownNames = () => undefined,
  origin: Origin = 'person',
): Promise<string> {
  const [account, ...shown] = (await names.trailOf(reference)).map(String);
  const read = namesFrom(reference, nameOf);
  const trail = shown.map((name, index) => read[index] ?? name);
  const own = trail.pop() ?? '';
  const named = [account ?? '', ...trail, withOrigin(own, origin)];
  return toPendingPath(reference, named, (kind) => t(kind.names.many));
}

/** Source Control shows nothing but the name in a row. */
function withOrigin(name: string, origin: Origin): string {
  switch (origin) {
    case 'model':
      return t('{0} (model)', name);
    case 'extension':
      return t('{0} (extension)', name);
    case 'person':
    case 'folder':
    case 'unknown':
      return name;
  }
}

/** The names of a resource's ancestors, outermost first, and its own. */
function namesFrom(
  reference: ResourceReference,
  nameOf: KnownNames,
): readonly (string | undefined)[] {
  const parent = parentOf(reference);
  const name = nameOf(reference);
  return [...(parent ? namesFrom(parent, nameOf) : []), name && toPlain(name)];
}
