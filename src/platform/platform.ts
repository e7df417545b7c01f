import type { Socket } from 'node:net';
import { isNode } from './isNode';
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox';

export interface Platform {
  /** In a browser, a failed network looks like a service that forbids calls from other origins. */
  readonly hidesWhyRequestsFail: boolean;
  /** True if a write may arrive more than once without our doing; see docs/network.md. */
  readonly mayRepeatWrites: boolean;
  describeSystem(): string;
  /** A local port that nothing listens on; a browser can only guess, but never the same twice. */
  findFreePort(): Promise<number>;
  /** Undefined in a browser. */
  homeFolder(): string | undefined;
  /** The addresses of a name, by the machine's resolver; undefined in a browser. */
  readonly lookUpName: ((name: string) => Promise<readonly string[]>) | undefined;
  /** Undefined in a browser. */
  readonly connect: ((port: number, host: string) => Socket) | undefined;
  readonly startSandbox: (options: SandboxOptions) => Promise<Sandbox>;
}

const rarelyUsedPort = 13_306;

/** Lets the system choose one. The module isn't imported: the web loads the same file. */
function findFreePortOfNode(): Promise<number> {
  const server = process.getBuiltinModule('node:net').createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : rarelyUsedPort;
      server.close(() => resolve(port));
    });
  });
}

const node: Platform = {
  hidesWhyRequestsFail: false,
  mayRepeatWrites: false,
  describeSystem: () => `${process.platform} ${process.arch}, Node.js ${process.versions.node}`,
  findFreePort: findFreePortOfNode,
  homeFolder: () => process.getBuiltinModule('node:os').homedir(),
  async lookUpName(name) {
    const { lookup } = process.getBuiltinModule('node:dns/promises');
    return (await lookup(name, { all: true })).map(({ address }) => address);
  },
  connect: (...to) => process.getBuiltinModule('node:net').connect(...to),
  async startSandbox(options) {
    const { startSandbox } = await import('../sandbox/start');
    return startSandbox(options);
  },
};

let guessedPort = rarelyUsedPort - 1;

const web: Platform = {
  hidesWhyRequestsFail: true,
  mayRepeatWrites: true,
  describeSystem: () => navigator.userAgent,
  findFreePort: () => Promise.resolve((guessedPort += 1)),
  homeFolder: () => undefined,
  lookUpName: undefined,
  connect: undefined,
  async startSandbox(options) {
    const { startInProcess } = await import('../sandbox/startInProcess');
    return startInProcess(options);
  },
};

/** The current host. Both load the same files, so that the package contains them only once. */
export const platform: Platform = isNode ? node : web;
