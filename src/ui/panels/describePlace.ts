import { findKind } from '../../resources/kinds/kinds';
import { parentOf, type ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { t } from '../l10n';
import { toVisible } from '../safeText';

/** Whose a resource is, from what it hangs under to its account: two tabs must not look alike. */
export async function describePlace(
  { explorer, sessions }: Pick<Core, 'explorer' | 'sessions'>,
  reference: ResourceReference,
): Promise<string> {
  const above: string[] = [];
  for (let each = parentOf(reference); each; each = parentOf(each)) {
    // One after the other: what lies further above may be known by then.
    // oxlint-disable-next-line no-await-in-loop
    await explorer.known(each);
    above.push(explorer.describe(each).label);
  }
  const account = await sessions.account(reference.account);
  const { names, variable } = findKind(reference.kind);
  // One of which a parent has exactly one is called by its kind already.
  return [...(variable ? [t(names.one)] : []), ...above, account?.label ?? reference.account]
    .map(toVisible)
    .join(' · ');
}

/** The name of a resource's account for a tab, where there is another account to mistake it for. */
export async function describeAccount(
  { sessions }: Pick<Core, 'sessions'>,
  reference: ResourceReference,
): Promise<string> {
  const accounts = await sessions.accounts();
  const own = accounts.find(({ id }) => id === reference.account);
  if (!own) return reference.account;
  return accounts.length > 1 ? toVisible(own.label) : '';
}

/** The title of a panel's tab: with what it belongs to, where its own name is that of its kind. */
export function toTabTitle(
  { explorer }: Pick<Core, 'explorer'>,
  reference: ResourceReference,
  title = explorer.describe(reference).label,
): string {
  const parent = findKind(reference.kind).variable ? undefined : parentOf(reference);
  return parent ? `${title}, ${toVisible(explorer.describe(parent).label)}` : toVisible(title);
}
