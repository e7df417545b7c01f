import type { TreeSources } from './treeSources';
import type { Sessions } from '../accounts/sessions';
import { BusyState } from '../resources/busyState';
import { ResourceNames } from '../resources/names/resourceNames';
import { PendingFirewalls } from '../resources/pendingFirewalls';
import { Pins } from '../resources/pins';
import type { ResourceClient } from '../resources/resourceClient';
import { FleetSearch } from '../resources/search/fleetSearch';
import { KnownCertificates } from '../resources/search/certificateTerms';
import { RemoteSearch } from '../resources/search/remoteSearch';
import { ViewOptions } from '../resources/search/viewOptions';
import { ServerFacts } from '../resources/serverFacts';
import type { Folder } from '../resources/storage/folder';
import type { SharedValues } from '../resources/storage/sharedValues';
import { TreeStorage } from '../resources/storage/treeStorage';
import type { ResourceStore } from '../resources/store/resourceStore';

/** What the trees are built from. */
export interface SourceParts {
  readonly choices: SharedValues;
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly folder: Folder;
  /** Called with a description of damaged stored data. */
  readonly note: (what: string) => void;
}

/** What the trees show, and the person's choices for it. */
export function createSources(parts: SourceParts): TreeSources {
  const { choices, sessions, client, store, folder, note } = parts;
  const options = new ViewOptions(choices);
  const pins = new Pins(choices);
  return {
    sessions,
    store,
    storage: new TreeStorage(store, folder, note),
    choices,
    pins,
    names: new ResourceNames({ sessions, store, pins }),
    options,
    search: new RemoteSearch(client, store),
    fleet: new FleetSearch(store, options),
    certificates: new KnownCertificates(),
    facts: new ServerFacts(client),
    busyState: new BusyState(),
    pendingFirewalls: new PendingFirewalls(choices),
  };
}
