import type { SandboxHost } from './sandboxHost';
import type { SecretPersistence } from './secretPersistence';
import type { AccountStore } from '../../accounts/accountStore';
import type { Sessions } from '../../accounts/sessions';
import type { ResourceStore } from '../../resources/store/resourceStore';

export interface AccountServices {
  readonly accounts: AccountStore;
  readonly sandbox: SandboxHost;
  readonly secretPersistence: SecretPersistence;
  readonly sessions: Sessions;
  readonly store: ResourceStore;
}
