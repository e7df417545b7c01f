import type { Account } from '../accounts/account';
import { type Endpoint, isInReference } from '../api/contract/endpoint';
import { creations } from '../documents/creations/creations';
import {
  type ResourceKind,
  childKinds,
  findKind,
  lineage,
  isAvailable,
} from '../resources/kinds/kinds';
import {
  collectionBelow,
  type CollectionReference,
  collectionOf,
  type ResourceReference,
  serversOf,
} from '../resources/reference';
import type { ResourceStore } from '../resources/store/resourceStore';

type Access = Pick<Account, 'authentication'>;

/** On a service that only has documented operations: to list, create, or use one by its id. */
function isUsed(kind: ResourceKind, access: Access): boolean {
  return (
    isDocumented(kind.operations.list, access) ||
    isDocumented(creations[kind.id]?.endpoint, access) ||
    isUsedById(kind, access)
  );
}

export function isUsedById({ id, operations }: ResourceKind, access: Access): boolean {
  const { read, writesById = [] } = operations;
  return (
    [read, ...writesById].some((endpoint) => isDocumented(endpoint, access)) ||
    childKinds(id).some((child) => isUsed(child, access))
  );
}

/** A service that doesn't list its servers probably only has documented operations. */
export function isWorthShowing(
  store: Pick<ResourceStore, 'isRefused' | 'peek'>,
  kind: ResourceKind,
  above: ResourceReference,
  access: Access,
): boolean {
  if (!isAvailable(kind, access)) return false;
  const [root = kind] = lineage(kind.id);
  const isPartial = store.isRefused({ account: above.account, kind: root.id, parents: [] });
  const isKnown = store.peek(collectionBelow(above, kind.id)) !== undefined;
  return !isPartial || isUsed(kind, access) || isKnown;
}

/** A service that doesn't even list its servers probably only lists what is documented. */
export function isUnlisted(
  store: Pick<ResourceStore, 'isRefused' | 'peek'>,
  collection: CollectionReference,
): boolean {
  if (store.isRefused(collection)) return true;
  const servers = serversOf(collection.account);
  const { list } = findKind(collection.kind).operations;
  return store.isRefused(servers) && !isInReference(list) && store.peek(collection) === undefined;
}

/** True if a resource that the service doesn't list can't be read by its id, either. */
export function isUnreadable(
  store: Pick<ResourceStore, 'isRefused' | 'peek' | 'find'>,
  reference: ResourceReference,
): boolean {
  const { id, operations, document, variable } = findKind(reference.kind);
  if (variable && !operations.list) return false;
  const isOfUse = document?.editing?.worksUnread === true || childKinds(id).length > 0;
  if (isOfUse || isInReference(operations.read) || store.find(reference)) return false;
  return isUnlisted(store, collectionOf(reference));
}

function isDocumented(endpoint: Endpoint | undefined, { authentication }: Access): boolean {
  const { v2, v3 } = endpoint?.versions ?? {};
  return v2 === 'documented' || (authentication === 'token' && v3 === 'documented');
}
