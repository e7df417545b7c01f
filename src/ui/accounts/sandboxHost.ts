import * as vscode from 'vscode';
import { sandboxStorage } from './sandboxStorage';
import { referencePathWords } from '../../api/request';
import type { Platform } from '../../platform/platform';
import type { Connection } from '../../resources/accounts/accountSession';
import type { SandboxAccount } from '../../resources/accounts/sessions';
import type { Sandbox } from '../../sandbox/sandbox';
import { Emitter } from '../../shared/emitter';
import { lazy } from '../../shared/lazy';
import { t } from '../l10n';
import { StorageFolder } from '../storageFolder';

/** Starts a sandbox. */
export type StartSandbox = Platform['startSandbox'];

const enabledKey = 'sandbox.enabled';
const stateFile = 'sandbox.json';

/**
 * The sandbox within the extension, with a random token, for as long as it is in use: on a random port,
 * or where none can be had without one. What is written to it is kept in the extension's own storage.
 */
export class SandboxHost implements SandboxAccount {
  readonly #context: vscode.ExtensionContext;
  readonly #startSandbox: StartSandbox;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #running: (() => Promise<Sandbox>) | undefined;

  constructor(context: vscode.ExtensionContext, startSandbox: StartSandbox) {
    this.#context = context;
    this.#startSandbox = startSandbox;
  }

  get isEnabled(): boolean {
    const startsByItself = vscode.workspace
      .getConfiguration('serverManagement')
      .get('sandbox.autoStart', false);
    return this.#context.globalState.get(enabledKey, startsByItself);
  }

  /** Puts the sandbox among the accounts. */
  async enable(): Promise<void> {
    await this.#context.globalState.update(enabledKey, true);
    this.#changed.fire();
  }

  /** Takes it away again; what was written to it is kept. */
  async disable(): Promise<void> {
    await this.#context.globalState.update(enabledKey, false);
    await this.stop();
    this.#changed.fire();
  }

  /** Puts its data back to how it was at first. */
  async reset(): Promise<void> {
    await this.stop();
    await new StorageFolder(this.#context.globalStorageUri).remove(stateFile);
    this.#changed.fire();
  }

  async connect(): Promise<Connection> {
    const { url, token, fetch } = await this.running();
    return {
      baseUrl: url,
      ...(fetch && { fetch }),
      pathWords: referencePathWords,
      credentials: () => Promise.resolve({ kind: 'token', token }),
    };
  }

  /** The running sandbox; starts it where it does not run yet. */
  running(): Promise<Sandbox> {
    this.#running ??= lazy(async () => {
      const { globalStorageUri } = this.#context;
      await vscode.workspace.fs.createDirectory(globalStorageUri);
      return this.#startSandbox({
        storage: sandboxStorage(globalStorageUri, stateFile),
        report: (message) => void this.#tell(message),
      });
    });
    return this.#running();
  }

  /** Ends it, keeping its data. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    // One that did not come up has nothing to end.
    const sandbox = await running().catch(() => undefined);
    await sandbox?.close();
  }

  /** Passes on what a person should know, such as that another window has changed the data. */
  async #tell(message: string): Promise<void> {
    const startAgain = t('Start It Again');
    const text = t('The sandbox says: {0}', message);
    if ((await vscode.window.showWarningMessage(text, startAgain)) !== startAgain) return;
    await this.stop();
    this.#changed.fire();
  }
}
