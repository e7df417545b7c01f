import type { Sessions } from '../accounts/sessions';
import type { ResourceNames } from '../resources/names/resourceNames';
import type { Pins } from '../resources/pins';
import type { TreeStorage } from '../resources/storage/treeStorage';
import type { SharedValues } from '../resources/storage/sharedValues';
import type { PendingFirewalls } from '../resources/pendingFirewalls';
import type { ResourceStore } from '../resources/store/resourceStore';
import type { KnownCertificates } from '../resources/search/certificateTerms';
import type { FleetSearch } from '../resources/search/fleetSearch';
import type { RemoteSearch } from '../resources/search/remoteSearch';
import type { ViewOptions } from '../resources/search/viewOptions';
import type { ServerFacts } from '../resources/serverFacts';
import type { BusyState } from '../resources/busyState';
import { isMissing } from '../api/errors';
import type { Resource } from '../resources/kinds/kind';
import { findKind } from '../resources/kinds/kinds';
import { findResource } from '../resources/names/present';
import type { ResourceReference } from '../resources/reference';

/** Where a tree gets its content and options. */
export interface TreeSources {
  readonly sessions: Sessions;
  readonly store: ResourceStore;
  readonly storage: TreeStorage;
  /** The person's choices; nothing is shown until they are known. */
  readonly choices: SharedValues;
  readonly pins: Pins;
  readonly names: ResourceNames;
  readonly options: ViewOptions;
  readonly search: RemoteSearch;
  readonly fleet: FleetSearch;
  readonly certificates: KnownCertificates;
  readonly facts: ServerFacts;
  readonly busyState: BusyState;
  readonly pendingFirewalls: PendingFirewalls;
}

/**
 * The known resource, read if necessary; undefined if the service doesn't offer it.
 * @throws ApiError, UnknownAccountError.
 */
export async function readKnown(
  sources: Pick<TreeSources, 'store' | 'pins'>,
  reference: ResourceReference,
): Promise<Resource | undefined> {
  const known = findResource(sources, reference);
  if (known || !findKind(reference.kind).operations.read) return known;
  try {
    return await sources.store.read(reference);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}
