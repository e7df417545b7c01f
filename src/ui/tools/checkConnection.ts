import { toolInputs } from './inputs';
import { defineTool } from './tool';
import { ping } from '../../api/contract/ping';
import { versionsFor } from '../accounts/checkAccount';
import { describeError } from '../errors/describeError';
import { t } from '../l10n';

/** Asks the service, on every version that the account reaches, whether it answers. */
export const checkConnection = defineTool({
  input: toolInputs.serverManagement_checkConnection,
  progress: () => t('Checking the connection'),
  run: async ({ sessions }, { account }, signal) => {
    const known = await sessions.account(account);
    if (!known) throw new Error(`There is no account "${account}".`);
    const client = await sessions.client(account);
    return Promise.all(
      versionsFor(known.authentication).map(async (version) => {
        try {
          await client.call(ping, {}, { version, signal });
          return { version, answers: true };
        } catch (error) {
          return { version, answers: false, problem: describeError(error) };
        }
      }),
    );
  },
});
