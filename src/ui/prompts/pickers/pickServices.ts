import type { Sessions } from '../../../accounts/sessions';
import type { ResourceStore } from '../../../resources/store/resourceStore';
import type { Explorer } from '../../explorer';

/** What choosing a resource uses. */
export interface PickServices {
  readonly sessions: Sessions;
  readonly store: ResourceStore;
  readonly explorer: Explorer;
}
