import { randomBytes } from 'node:crypto';
import { say } from '../../test/harness/system/say';
import { makeTemporaryFolder } from '../../test/harness/system/temporaryFolder';
import { workbenchAddress } from '../../test/harness/vscode/address';
import { startVscodeServer } from '../../test/harness/vscode/server';
import { startExtensions } from './extensions';
import { trySettings } from './trySettings';

/** Serves VS Code to a browser on this machine until Ctrl+C; the address is the only line on stdout. */
export async function startInBrowser(port: number): Promise<void> {
  // Ctrl+C ends this normally, without failure; everything started and written disappears with this process.
  process.on('SIGINT', () => process.exit(0));
  const server = await startVscodeServer({
    dataFolder: makeTemporaryFolder('start').path,
    settings: trySettings,
    installed: startExtensions,
    port,
    connectionToken: randomBytes(24).toString('hex'),
  });
  say(
    'VS Code runs with the extension and the sandbox. Open this address in a browser; Ctrl+C ends it:',
  );
  console.log(workbenchAddress(server));
  await server.ended;
  throw new Error("VS Code's server ended by itself.");
}
