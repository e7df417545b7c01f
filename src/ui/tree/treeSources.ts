import type { Sessions } from '../../resources/accounts/sessions';
import type { Favourites } from '../../resources/favourites';
import type { TreeMemory } from '../../resources/memory/treeMemory';
import type { PendingFirewalls } from '../../resources/pendingFirewalls';
import type { ResourceStore } from '../../resources/resourceStore';
import type { RemoteSearch } from '../../resources/search/remoteSearch';
import type { ViewOptions } from '../../resources/search/viewOptions';
import type { ServerFacts } from '../../resources/serverFacts';
import type { Working } from '../../resources/working';

/** What a tree shows, and how. */
export interface TreeSources {
  readonly sessions: Sessions;
  readonly store: ResourceStore;
  readonly memory: TreeMemory;
  readonly favourites: Favourites;
  readonly options: ViewOptions;
  readonly search: RemoteSearch;
  readonly facts: ServerFacts;
  readonly working: Working;
  readonly pendingFirewalls: PendingFirewalls;
}
