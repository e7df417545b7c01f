import { pathToFileURL } from 'node:url';
import type { VscodeServer } from './server';

/** What a workbench opens and loads; all are absolute paths. */
export interface WorkbenchContent {
  /** The folder to open; without it, the window is empty. */
  readonly folder?: string;
  /** An extension's folder, loaded from source. */
  readonly extension?: string;
  /** A CommonJS module whose `run()` is called in the extension host. */
  readonly tests?: string;
}

/** The address at which a browser gets a workbench of `server` that opens and loads this. */
export function workbenchAddress(
  server: Pick<VscodeServer, 'origin' | 'connectionToken'>,
  { folder, extension, tests }: WorkbenchContent = {},
): string {
  const address = new URL(server.origin);
  const payload = [
    ...(extension === undefined ? [] : [['extensionDevelopmentPath', remote(address, extension)]]),
    ...(tests === undefined ? [] : [['extensionTestsPath', remote(address, tests)]]),
  ];
  if (server.connectionToken !== undefined) {
    address.searchParams.set('tkn', server.connectionToken);
  }
  if (folder === undefined) address.searchParams.set('ew', 'true');
  else address.searchParams.set('folder', decodeURI(pathToFileURL(folder).pathname));
  if (payload.length > 0) address.searchParams.set('payload', JSON.stringify(payload));
  return address.href;
}

/** The URI of a file for the browser, which has no files of its own. */
function remote({ host }: URL, file: string): string {
  return `vscode-remote://${host}${pathToFileURL(file).pathname}`;
}
