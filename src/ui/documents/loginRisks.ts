import type { Change } from '../../resources/documents/patch';
import type { LoginSettings } from '../../resources/lockOut';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import { findSettingsRisks } from '../actions/families/lockOutRisks';
import { t } from '../l10n';

/** The switches that can keep a person from logging in, once they are on. */
const riskyFields = ['passwordlessLogin', 'preventRootLogin'] as const;

/** What changes of a resource do to the switches that could end a login; nothing where none is put on. */
export function findLoginChange(
  { kind }: ResourceReference,
  changes: readonly Change[],
): LoginSettings | undefined {
  if (kind !== 'sshSettings') return undefined;
  const turned = riskyFields.flatMap((name) =>
    changes
      .filter(({ path: [field] }) => field === name)
      .map(({ after }) => [name, after] as const),
  );
  return turned.some(([, after]) => after === true) ? Object.fromEntries(turned) : undefined;
}

/** The first switch that a change puts on. */
export function firstSwitchedOn(change: LoginSettings): string | undefined {
  return riskyFields.find((name) => change[name] === true);
}

/** What a change would close, in words. @throws ApiError, UnknownAccountError. */
export async function findLoginRisks(
  client: ResourceClient,
  reference: ResourceReference,
  change: LoginSettings,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return findSettingsRisks({ client, t }, reference, change, signal);
}
