import type { Account } from '../../../src/accounts/account';
import { Consent } from '../../../src/agents/agentTable';
import { FakeClock } from '../fakeClock';

/** A person who is asked whether agents may use accounts. */
export class AgentGate {
  readonly clock = new FakeClock();
  /** The accounts that the editor asked about. */
  readonly asked: string[][] = [];
  /** The accounts that an agent was allowed to read. */
  readonly told: string[][] = [];
  answer: boolean | Promise<boolean> = true;
  /** Called while a question is open. */
  onAsk: () => void = () => undefined;
  readonly consent = new Consent(
    {
      ask: async (accounts: readonly Account[]) => {
        this.asked.push(accounts.map(({ id }) => id));
        this.onAsk();
        return this.answer;
      },
      question: (accounts) => ({
        about: accounts.map(({ id }) => id),
        message: `Read ${accounts.map(({ label }) => label).join(', ')}?`,
        allow: 'Allow',
      }),
      reportAllowed: (accounts) => this.told.push(accounts.map(({ id }) => id)),
    },
    () => this.clock.now(),
  );
}
