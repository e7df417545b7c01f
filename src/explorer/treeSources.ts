import type { Language } from '../base/formats';
import type { Sessions } from '../accounts/sessions';
import type { ResourceNames } from '../resources/names/resourceNames';
import type { Pins } from '../resources/pins';
import type { TreeStorage } from '../resources/storage/treeStorage';
import type { SharedValues } from '../resources/storage/sharedValues';
import type { PendingFirewalls } from '../resources/pendingFirewalls';
import type { ResourceStore } from '../resources/store/resourceStore';
import type { KnownCertificates } from '../resources/search/knownCertificates';
import type { FleetSearch } from '../resources/search/fleetSearch';
import type { RemoteSearch } from '../resources/search/remoteSearch';
import type { ViewOptions } from '../resources/search/viewOptions';
import type { ServerFacts } from '../resources/serverFacts';
import type { BusyState } from '../resources/busyState';

/** Where a tree gets its content and options. */
export interface TreeSources extends Language {
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
