import { isNode } from './isNode';
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox';

type PortAnswer = 'answers' | 'refused' | 'silent';

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
  /** Whether a port accepts connections from this machine; undefined in a browser. */
  readonly tryPort: ((host: string, port: number) => Promise<PortAnswer>) | undefined;
  readonly startSandbox: (options: SandboxOptions) => Promise<Sandbox>;
}

/** How long a port has to answer, in milliseconds. */
const answerMs = 5_000;

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

function tryPortOfNode(host: string, port: number): Promise<PortAnswer> {
  return new Promise((resolve) => {
    const socket = process.getBuiltinModule('node:net').connect({ host, port });
    const end = (answer: PortAnswer): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(answerMs, () => end('silent'));
    socket.once('connect', () => end('answers'));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      end(code === 'ECONNREFUSED' ? 'refused' : 'silent');
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
  tryPort: tryPortOfNode,
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
  tryPort: undefined,
  async startSandbox(options) {
    const { startInProcess } = await import('../sandbox/startInProcess');
    return startInProcess(options);
  },
};

/** The current host. Both load the same files, so that the package contains them only once. */
export const platform: Platform = isNode ? node : web;
