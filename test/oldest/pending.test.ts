import { describePendingIn } from '../support/pendingUse';

describePendingIn('oldest');
