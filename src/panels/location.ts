import type { PanelKind } from './panelKind';
import { toAccountName } from '../accounts/account';
import type { Sessions } from '../accounts/sessions';
import { findKind } from '../resources/kinds/kinds';
import { parentOf, type ResourceReference } from '../resources/reference';
import { toVisible, type Words } from '../base/foreignText';
import { t } from '../base/l10n';

interface Naming {
  known(reference: ResourceReference): Promise<unknown>;
  describe(reference: ResourceReference): { readonly label: Words };
}

/** A resource's location, from its parent up to its account, so that no two tabs look alike. */
export async function describeLocation(
  { explorer, sessions }: { readonly explorer: Naming; readonly sessions: Sessions },
  reference: ResourceReference,
  { tableOf }: Pick<PanelKind, 'tableOf'>,
): Promise<string> {
  const above: Words[] = [];
  // A table is about what its resource contains.
  const first = tableOf ? reference : parentOf(reference);
  for (let each = first; each; each = parentOf(each)) {
    // Sequential, because reading one may reveal those further up.
    await explorer.known(each);
    above.push(explorer.describe(each).label);
  }
  const account = await sessions.account(reference.account);
  const { names, variable } = findKind(reference.kind);
  // The only resource of its kind in a parent already has the kind's name.
  return [
    ...(variable && !tableOf ? [t(names.one)] : []),
    ...above,
    account?.label ?? toAccountName(reference.account),
  ]
    .map((each) => toVisible(each))
    .join(' · ');
}

export async function describeAccount(
  { sessions }: { readonly sessions: Sessions },
  reference: ResourceReference,
): Promise<string> {
  const accounts = await sessions.accounts();
  const own = accounts.find(({ id }) => id === reference.account);
  if (!own) return toAccountName(reference.account);
  return accounts.length > 1 ? toVisible(own.label) : '';
}

/** Adds the parent if the panel is named after a kind, and the resource if it shows its contents. */
export function toTabTitle(
  { explorer }: { readonly explorer: Naming },
  reference: ResourceReference,
  { tableOf }: Pick<PanelKind, 'tableOf'>,
  title?: Words,
): string {
  const own =
    title ?? (tableOf ? t(findKind(tableOf).names.many) : explorer.describe(reference).label);
  const isNamed = !tableOf && findKind(reference.kind).variable;
  const above = isNamed ? undefined : tableOf ? reference : parentOf(reference);
  return above ? `${toVisible(own)}, ${toVisible(explorer.describe(above).label)}` : toVisible(own);
}
