import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type ProcessTree, startProcessTree } from '../system/processTree';
import { out, root } from '../system/paths';
import { ensureVscode } from './install';
import type { VscodeRelease } from './releases';
import { prepareServerData, type ServerData } from './serverData';

/** The time limit until the server listens, in milliseconds; it usually takes about 200. */
const startMs = 60_000;

/** Runs the server's script, with the one thing added that its workbench misses. */
const launcher = path.join(out, 'test/harness/vscode/serverProcess.mjs');

/** How to start a server. */
export interface ServerOptions extends ServerData {
  /** Where it keeps user data, extensions and logs; a folder that exists. */
  readonly dataFolder: string;
  /** Which VS Code; the newest without it. */
  readonly release?: VscodeRelease | undefined;
  /** Where installed extensions are, if not in `dataFolder`. */
  readonly extensionsFolder?: string;
  /** Opens folders as untrusted, if the settings agree. */
  readonly isRestricted?: boolean;
  /** Lets an address name an extension and tests to load; VS Code then shows no notifications. */
  readonly forTests?: boolean;
  /** A free port is used if this is 0 or absent. */
  readonly port?: number;
  /** Who opens the workbench must know this; without it every local user may. */
  readonly connectionToken?: string;
  /** Added to the environment that the server and every extension host see. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A VS Code server that listens on this machine's loopback address only. */
export interface VscodeServer {
  /** The address without a path, for example `http://127.0.0.1:4000`. */
  readonly origin: string;
  readonly port: number;
  readonly connectionToken: string | undefined;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the server and every extension host. */
  readonly stop: () => Promise<void>;
}

/** Starts a VS Code server; throws with the server's own words when it does not come to listen. */
export async function startVscodeServer(options: ServerOptions): Promise<VscodeServer> {
  const { node, script } = await ensureVscode(options.release);
  await prepareServerData(options.dataFolder, options);
  await writeToken(options);
  const server = await startProcessTree(node, [launcher, script, ...serverArguments(options)], {
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      // On Linux it leaves its sockets there: they shall go when the folder goes.
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
    ...(isRestricted ? [] : ['--disable-workspace-trust']),
    ...(forTests ? ['--enable-smoke-test-driver'] : []),
  ];
}

/** What a VS Code that we run in, or a debugger, has set is not meant for the server. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VSCODE_(?!TEST)|ELECTRON_|NODE_OPTIONS$)/.test(name),
    ),
  );
}

/** The server goes on writing for as long as it lives: its output is read to the end, whoever needs it. */
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
