import type { Account } from '../../../src/accounts/account';
import { Consent } from '../../../src/agents/consent';
import { FakeClock } from '../fakeClock';

/** The person who is asked whether agents may use accounts. */
export class AgentGate {
  readonly clock = new FakeClock();
  readonly asked: string[][] = [];
  answer: boolean | Promise<boolean> = true;
  readonly consent = new Consent(
    async (accounts: readonly Account[]) => {
      this.asked.push(accounts.map(({ id }) => id));
      return this.answer;
    },
    () => this.clock.now(),
  );
}
