import type { Sandbox, SandboxOptions } from '../sandbox/sandbox';

/** What the two hosts do differently that run the extension. */
export interface Platform {
  /**
   * Whether a request that fails does not say why: a browser keeps to itself whether the network failed
   * or the service does not allow pages of other origins to call it.
   */
  readonly hidesWhyRequestsFail: boolean;
  /** The system and what runs us, for a report of a problem. */
  describeSystem(): string;
  /** Starts the sandbox, whose code is loaded by that. */
  readonly startSandbox: (options: SandboxOptions) => Promise<Sandbox>;
}

/** Node, as VS Code runs extensions on the desktop and on servers. */
const node: Platform = {
  hidesWhyRequestsFail: false,
  describeSystem: () => `${process.platform} ${process.arch}, Node.js ${process.versions.node}`,
  async startSandbox(options) {
    const { startSandbox } = await import('../sandbox/start');
    return startSandbox(options);
  },
};

/** A browser's worker, as VS Code for the Web runs extensions. */
const web: Platform = {
  hidesWhyRequestsFail: true,
  describeSystem: () => navigator.userAgent,
  async startSandbox(options) {
    const { startInProcess } = await import('../sandbox/startInProcess');
    return startInProcess(options);
  },
};

/** The host that runs us. Both load the same files, so that a package holds them once. */
export const platform: Platform =
  typeof process === 'object' && typeof process.versions?.node === 'string' ? node : web;
