import type { Change } from '../../resources/documents/patch';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import { findSshRisks } from '../actions/families/lockOutRisks';
import { t } from '../l10n';

/** The switches that can keep a person from logging in, once they are on. */
const riskyFields: ReadonlySet<string> = new Set(['passwordlessLogin', 'preventRootLogin']);

/** The fields among changes of a resource that could end a login. */
export function riskyFieldsOf(
  { kind }: ResourceReference,
  changes: readonly Change[],
): readonly string[] {
  if (kind !== 'sshSettings') return [];
  return changes.flatMap(({ path: [field = ''], after }) =>
    riskyFields.has(field) && after === true ? [field] : [],
  );
}

/** What fields that are switched on would close, in words. @throws ApiError, UnknownAccountError. */
export async function findLoginRisks(
  client: ResourceClient,
  reference: ResourceReference,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const change = Object.fromEntries(fields.map((field) => [field, true]));
  return findSshRisks({ client, t }, reference, change, signal);
}
