import type { PanelKind } from './panelKind';
import { toAccountName } from '../accounts/account';
import type { Sessions } from '../accounts/sessions';
import { findKind } from '../resources/kinds/kinds';
import type { ResourceNames } from '../resources/names/resourceNames';
import { parentOf, type ResourceReference } from '../resources/reference';
import { toVisible, type Words } from '../base/foreignText';
import { t } from '../base/l10n';

/** A resource's location, from its parent up to its account, so that no two tabs look alike. */
export async function describeLocation(
  names: ResourceNames,
  learn: (reference: ResourceReference) => Promise<unknown>,
  reference: ResourceReference,
  { tableOf }: Pick<PanelKind, 'tableOf'>,
): Promise<string> {
  // A table is about what its resource contains.
  const first = tableOf ? reference : parentOf(reference);
  // Sequential, because reading one may reveal those further up.
  for (let each = first; each; each = parentOf(each)) await learn(each);
  const trail = await names.trailOf(reference);
  const above = tableOf ? trail : trail.slice(0, -1);
  const kind = findKind(reference.kind);
  // The only resource of its kind in a parent already has the kind's name.
  const own = kind.variable && !tableOf ? [t(kind.names.one)] : [];
  return [...own, ...above.toReversed()].map((each) => toVisible(each)).join(' · ');
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
  names: ResourceNames,
  reference: ResourceReference,
  { tableOf }: Pick<PanelKind, 'tableOf'>,
  title?: Words,
): string {
  const own = title ?? (tableOf ? t(findKind(tableOf).names.many) : names.nameOf(reference));
  const isNamed = !tableOf && findKind(reference.kind).variable;
  const above = isNamed ? undefined : tableOf ? reference : parentOf(reference);
  return above ? `${toVisible(own)}, ${toVisible(names.nameOf(above))}` : toVisible(own);
}
