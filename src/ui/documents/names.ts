import { parentOf, type ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { findResource, present } from '../present';

type NameSources = Pick<Core, 'store' | 'explorer'>;

/** What a resource is called, without its place. */
export function nameOf({ store, explorer }: NameSources, reference: ResourceReference): string {
  const { favourites } = explorer.sources;
  return present(reference, findResource({ store, favourites }, reference)).label;
}

/** What is above a resource, from the outermost, and its own name. */
export function namesOf(core: NameSources, reference: ResourceReference): readonly string[] {
  const parent = parentOf(reference);
  return [...(parent ? namesOf(core, parent) : []), nameOf(core, reference)];
}

/** The account and what is above a resource, from the outermost, and its own name. */
export async function trailOf(
  core: NameSources & Pick<Core, 'sessions'>,
  reference: ResourceReference,
): Promise<readonly string[]> {
  const account = await core.sessions.account(reference.account);
  return [account?.label ?? reference.account, ...namesOf(core, reference)];
}
