import { describePendingIn } from '../support/pendingUse';

describePendingIn('newest');
