import type { Sessions } from '../accounts/sessions';
import { findResource, ResourceNames } from '../resources/names/resourceNames';
import { Pins } from '../resources/pins';
import { TreeStorage } from '../resources/storage/treeStorage';
import type { SharedValues } from '../resources/storage/sharedValues';
import { PendingFirewalls } from '../resources/pendingFirewalls';
import type { ResourceStore } from '../resources/store/resourceStore';
import { KnownParts } from '../resources/search/serverParts';
import { FleetSearch } from '../resources/search/fleetSearch';
import { RemoteSearch } from '../resources/search/remoteSearch';
import { ViewOptions } from '../resources/search/viewOptions';
import { Troubles } from './troubles';
import { ServerFacts } from '../resources/serverFacts';
import { BusyState } from '../resources/busyState';
import { ifMissing } from '../api/errors';
import type { Resource } from '../resources/kinds/kind';
import { findKind } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';
import type { ResourceClient } from '../resources/resourceClient';
import type { Folder } from '../resources/storage/stored';

/** Undefined if the service doesn't offer it. @throws ApiError, UnknownAccountError. */
export async function readKnown(
  sources: Pick<TreeSources, 'store' | 'pins'>,
  reference: ResourceReference,
): Promise<Resource | undefined> {
  const known = findResource(sources, reference);
  if (known || !findKind(reference.kind).operations.read) return known;
  return sources.store.read(reference).catch(ifMissing(undefined));
}

export interface SourceParts {
  /** The person's choices; nothing is shown until they are known. */
  readonly choices: SharedValues;
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly folder: Folder;
  readonly note: (what: string) => void;
}

/** What the trees and everything about their rows read from. */
export type TreeSources = Readonly<ReturnType<typeof createSources>>;

export function createSources({ choices, sessions, client, store, folder, note }: SourceParts) {
  const options = new ViewOptions(choices);
  const pins = new Pins(choices);
  return {
    sessions,
    store,
    storage: new TreeStorage(store, folder, note),
    choices,
    pins,
    names: new ResourceNames(sessions, { store, pins }),
    options,
    search: new RemoteSearch(client, store),
    fleet: new FleetSearch(store, options),
    parts: new KnownParts(),
    facts: new ServerFacts(client),
    troubles: new Troubles(),
    busyState: new BusyState(),
    pendingFirewalls: new PendingFirewalls(choices),
  };
}
