import { toolInputs } from '../inputs';
import { defineTool } from '../tool';
import { pingVersions } from '../../accounts/checkAccount';

/** Pings the service on every version that the account can use. */
export const checkConnection = defineTool({
  input: toolInputs.serverManagement_checkConnection,
  accounts: async (_services, { account }) => [account],
  progress: (_input, t) => t('Checking the connection'),
  run: async ({ sessions, describeError }, { account }, signal) => {
    const known = await sessions.account(account);
    if (!known) throw new Error(`There is no account "${account}".`);
    const client = await sessions.client(account);
    const outcomes = await pingVersions(client, known.authentication, signal);
    return outcomes.map(({ version, error }) =>
      error
        ? { version, answers: false, problem: describeError(error) }
        : { version, answers: true },
    );
  },
});
