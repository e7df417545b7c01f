import { parentOf, type ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { findResource, present } from '../present';

type Sources = Pick<Core, 'sessions' | 'store' | 'explorer'>;

/** What a resource is called, without its place. */
export function nameOf({ store, explorer }: Sources, reference: ResourceReference): string {
  const { favourites } = explorer.sources;
  return present(reference, findResource({ store, favourites }, reference)).label;
}

/** The account and what is above a resource, from the outermost, and its own name. */
export async function trailOf(
  core: Sources,
  reference: ResourceReference,
): Promise<readonly string[]> {
  const account = await core.sessions.account(reference.account);
  const names: string[] = [];
  for (let each: ResourceReference | undefined = reference; each; each = parentOf(each)) {
    names.unshift(nameOf(core, each));
  }
  return [account?.label ?? reference.account, ...names];
}
