// The process of VS Code's server: serverProcess.mjs <the server's script> <its arguments>.
//
// The workbench encrypts an extension's secrets with a key, half of which it requests from the server. The server
// leaves the answer to a front end that isn't running here; without one, secrets couldn't be stored.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { endWithParent } from '../system/endWithParent';

const keyBytes = 32;

// The server expects its arguments in the usual place.
process.argv.splice(1, 1);
const { values } = parseArgs({ strict: false });
const key = ensureKey(path.join(String(values['server-data-dir']), 'secret-key'));
const tokenFile = values['connection-token-file'];
const token = typeof tokenFile === 'string' ? readFileSync(tokenFile, 'utf8') : undefined;

/** The same key at every start; otherwise earlier secrets couldn't be read. */
function ensureKey(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    const fresh = randomBytes(keyBytes);
    writeFileSync(file, fresh, { mode: 0o600 });
    return fresh;
  }
}

/** The server returns its token as a cookie to clients that have it in the address. */
function knowsToken({ headers }: http.IncomingMessage): boolean {
  return (
    token === undefined ||
    (headers.cookie ?? '').split('; ').includes(`vscode-tkn=${encodeURIComponent(token)}`)
  );
}

/** Answers the request for the key; false for any other request. */
function answered(request: http.IncomingMessage, response: http.ServerResponse): boolean {
  if (request.method !== 'POST' || request.url !== '/mint-key') return false;
  if (knowsToken(request)) response.end(key);
  else response.writeHead(403).end();
  return true;
}

class ServerWithKey extends http.Server {
  override emit(event: string, ...values: unknown[]): boolean {
    const [request, response] = values;
    if (
      event === 'request' &&
      request instanceof http.IncomingMessage &&
      response instanceof http.ServerResponse &&
      answered(request, response)
    ) {
      return true;
    }
    return super.emit(event, ...values);
  }
}

/** The only form in which the server calls it. */
function createServer(listener?: http.RequestListener): http.Server {
  return new ServerWithKey(listener);
}

http.createServer = createServer as typeof http.createServer;
syncBuiltinESMExports();

endWithParent();
const [, script = ''] = process.argv;
await import(pathToFileURL(script).href);
