import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type ProcessTree, startProcessTree } from '../system/processTree';
import { out, root } from '../system/paths';
import { ensureVscode } from './install';
import { chooseExtensions } from './ownExtensions';
import type { VscodeRelease } from './releases';
import { prepareServerData, type ServerData } from './serverData';

/** The time limit until the server listens, in milliseconds; it usually takes about 200. */
const startMs = 60_000;

/** The script that runs the server, adding the one thing that its workbench lacks. */
const launcher = path.join(out, 'test/harness/vscode/serverProcess.mjs');

/** How to start a server. */
export interface ServerOptions extends ServerData {
  /** Where it keeps user data, extensions and logs; an existing folder. */
  readonly dataFolder: string;
  /** The release of VS Code; defaults to the newest. */
  readonly release?: VscodeRelease | undefined;
  /** Where installed extensions are, if not in `dataFolder`. */
  readonly extensionsFolder?: string;
  /** Leaves out VS Code's own extensions that tests don't use. */
  readonly fewExtensions?: boolean;
  /** Opens folders as untrusted, if the settings agree. */
  readonly isRestricted?: boolean;
  /** Lets an address name an extension and tests to load; VS Code then shows no notifications. */
  readonly forTests?: boolean;
  /** A free port is used if this is 0 or absent. */
  readonly port?: number;
  /** Opening the workbench requires this token; without it, every local user can. */
  readonly connectionToken?: string;
  /** Added to the environment of the server and every extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A VS Code server that listens on this machine's loopback address only. */
export interface VscodeServer {
  /** The address without a path, for example `http://127.0.0.1:4000`. */
  readonly origin: string;
  readonly port: number;
  readonly connectionToken: string | undefined;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Ends the server and every extension host. */
  readonly stop: () => Promise<void>;
}

/** Starts a VS Code server; throws with the server's output if it doesn't start listening. */
export async function startVscodeServer(options: ServerOptions): Promise<VscodeServer> {
  const { node, script, extensions } = await ensureVscode(options.release);
  const own = options.fewExtensions
    ? [`--builtin-extensions-dir=${await chooseExtensions(extensions, options.dataFolder)}`]
    : [];
  await prepareServerData(options.dataFolder, options);
  await writeToken(options);
  const args = [launcher, script, ...serverArguments(options), ...own];
  const server = await startProcessTree(node, args, {
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      // On Linux it leaves its sockets there, so that they are deleted with the folder.
      XDG_RUNTIME_DIR: options.dataFolder,
      ...options.env,
    },
  });
  const port = await listeningPort(server).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    connectionToken: options.connectionToken,
    ended: server.ended,
    stop: server.stop,
  };
}

/** A token on the command line could be read by every local user. */
async function writeToken({ dataFolder, connectionToken }: ServerOptions): Promise<void> {
  if (connectionToken === undefined) return;
  await writeFile(tokenFile(dataFolder), connectionToken, { mode: 0o600 });
}

function tokenFile(dataFolder: string): string {
  return path.join(dataFolder, 'connection-token');
}

function serverArguments(options: ServerOptions): string[] {
  const {
    dataFolder,
    extensionsFolder,
    port = 0,
    connectionToken,
    forTests = false,
    isRestricted = false,
  } = options;
  return [
    '--host=127.0.0.1',
    `--port=${port}`,
    `--server-data-dir=${dataFolder}`,
    ...(extensionsFolder === undefined ? [] : [`--extensions-dir=${extensionsFolder}`]),
    connectionToken === undefined
      ? '--without-connection-token'
      : `--connection-token-file=${tokenFile(dataFolder)}`,
    '--accept-server-license-terms',
    '--disable-telemetry',
    // Starting the person's shell for its environment would delay each extension host.
    '--force-disable-user-env',
    // Nothing leaves this machine, so compressing only costs time.
    '--disable-websocket-compression',
    ...(isRestricted ? [] : ['--disable-workspace-trust']),
    ...(forTests ? ['--enable-smoke-test-driver'] : []),
  ];
}

/** Variables set by a debugger or by a VS Code around this process aren't meant for the server. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VSCODE_(?!TEST)|ELECTRON_|NODE_OPTIONS$)/.test(name),
    ),
  );
}

/** The server keeps writing while it runs, so its output is read to the end even if no one needs it. */
async function listeningPort({ child, ended }: ProcessTree): Promise<number> {
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const listening = new Promise<number>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      output.push(line);
      const port = /Extension host agent listening on (\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
  const port = await Promise.race([
    listening,
    ended,
    setTimeout(startMs, undefined, { ref: false }),
  ]);
  if (port === undefined) {
    throw new Error(`VS Code's server does not listen. It said:\n${output.join('\n')}`);
  }
  return port;
}
