import { isObject } from '../base/json';
import type { ResourceId } from './kinds/kind';
import { type KindId, lineage } from './kinds/kinds';
import {
  type CollectionReference,
  type ResourceReference,
  type Target,
  isResourceId,
  resourceIn,
  serversOf,
} from './reference';

/** The subject of a workspace: an account, and a server or web application in it. */
export interface Link {
  readonly account: string;
  readonly server?: ResourceId;
  readonly webApplication?: ResourceId;
}

/** Reads a link from a setting, which anyone who wrote the workspace may have written. */
export function parseLink(value: unknown): Link | undefined {
  if (!isObject(value)) return undefined;
  const { account, server, webApplication } = value;
  if (typeof account !== 'string' || account === '') return undefined;
  if (!isResourceId(server)) return { account };
  return isResourceId(webApplication) ? { account, server, webApplication } : { account, server };
}

export function targetOf({ account, server, webApplication }: Link): Target {
  if (server === undefined) return serversOf(account);
  return webApplication === undefined
    ? resourceIn(serversOf(account), server)
    : { account, kind: 'webApplication', ids: [server, webApplication] };
}

/** The collection of a kind below the linked resource; undefined if the link doesn't determine it. */
export function placeIn(link: Link, kind: KindId): CollectionReference | undefined {
  const { account, server, webApplication } = link;
  const ids: Partial<Record<KindId, ResourceId | undefined>> = { server, webApplication };
  const above = lineage(kind).filter(({ id, variable }) => id !== kind && variable);
  const parents = above.map(({ id }) => ids[id]);
  return parents.every((id) => id !== undefined) ? { account, kind, parents } : undefined;
}

export function referenceOf(link: Link): ResourceReference | undefined {
  const target = targetOf(link);
  return 'ids' in target ? target : undefined;
}
