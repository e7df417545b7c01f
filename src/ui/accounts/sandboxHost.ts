import * as vscode from 'vscode';
import { referencePathWords } from '../../api/request';
import type { Connection } from '../../resources/accounts/accountSession';
import type { SandboxAccount } from '../../resources/accounts/sessions';
import type { Sandbox, SandboxOptions } from '../../sandbox/start';
import { Emitter } from '../../shared/emitter';
import { lazy } from '../../shared/lazy';
import { t } from '../l10n';

/** Starts a sandbox; handed in, so that its code is loaded when it is used. */
export type StartSandbox = (options: SandboxOptions) => Promise<Sandbox>;

const enabledKey = 'sandbox.enabled';

/**
 * The sandbox within the extension: on a random port with a random token, for as long as it is in use.
 * What is written to it is kept in the extension's own storage.
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
    try {
      await vscode.workspace.fs.delete(this.#stateUri);
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) throw error;
    }
    this.#changed.fire();
  }

  async connect(): Promise<Connection> {
    const { url, token } = await this.running();
    return {
      baseUrl: url,
      pathWords: referencePathWords,
      credentials: () => Promise.resolve({ kind: 'token', token }),
    };
  }

  /** The running sandbox; starts it where it does not run yet. */
  running(): Promise<Sandbox> {
    this.#running ??= lazy(async () => {
      await vscode.workspace.fs.createDirectory(this.#context.globalStorageUri);
      return this.#startSandbox({
        stateFile: this.#stateUri.fsPath,
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

  get #stateUri(): vscode.Uri {
    return vscode.Uri.joinPath(this.#context.globalStorageUri, 'sandbox.json');
  }
}
