import type { SandboxHost } from './sandboxHost';
import type { SecretKeeping } from './secretKeeping';
import type { AccountStore } from '../../accounts/accountStore';
import type { Sessions } from '../../accounts/sessions';
import type { ResourceStore } from '../../resources/store/resourceStore';

export interface AccountServices {
  readonly accounts: AccountStore;
  readonly sandbox: SandboxHost;
  readonly secretKeeping: SecretKeeping;
  readonly sessions: Sessions;
  readonly store: ResourceStore;
}
