import type { ResourceReference } from '../../resources/reference';
import { findKind } from '../../resources/kinds/kinds';
import type { ToolServices } from './tool';
import { toVisible } from '../../base/foreignText';

/**
 * Describes a tool's target in the confirmation: its kind, account and names, as far as they are
 * known.
 */
export async function describeTarget(
  { t, trailOf }: ToolServices,
  target: ResourceReference,
): Promise<string> {
  const trail = await trailOf(target);
  return `${t(findKind(target.kind).names.one)} “${toVisible(trail.join(' › '))}”`;
}
