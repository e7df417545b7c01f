import type { ResourceReference } from '../../resources/reference';
import { findKind } from '../../resources/kinds/kinds';
import type { Core } from '../core';
import { trailOf } from '../documents/names';
import { t } from '../l10n';
import { toVisible } from '../safeText';

/** What a tool is about, for the person who is asked: its kind, account and names, as far as they are known. */
export async function describeTarget(core: Core, target: ResourceReference): Promise<string> {
  const trail = await trailOf(core, target);
  return `${t(findKind(target.kind).names.one)} “${toVisible(trail.join(' › '))}”`;
}
