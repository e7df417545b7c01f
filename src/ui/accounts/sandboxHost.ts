import * as vscode from 'vscode';
import { referencePathWords } from '../../api/request';
import type { Platform } from '../../platform/platform';
import type { Connection, SandboxAccount } from '../../accounts/sessions';
import type { Sandbox } from '../../sandbox/sandbox';
import { Emitter } from '../../base/emitter';
import { lazy } from '../../base/lazy';
import { showMessage } from '../editor/messages';
import { StorageFolder } from '../editor/storage/storageFolder';
import type { StateStorage } from '../../sandbox/persistence';
import { t } from '../../base/l10n';

export type StartSandbox = Platform['startSandbox'];

const enabledKey = 'sandbox.enabled';
const stateFile = 'sandbox.json';

/**
 * The sandbox inside the extension, with a random token, for as long as it's in use: on a random
 * port, or without one if the host can't listen. Its data is kept in the extension's storage.
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
    const stored = this.#context.globalState.get(enabledKey);
    return typeof stored === 'boolean' ? stored : startsByItself;
  }

  /** Adds the sandbox to the accounts. */
  async enable(): Promise<void> {
    await this.#context.globalState.update(enabledKey, true);
    this.#changed.fire();
  }

  /** Removes it from the accounts; its data is kept. */
  async disable(): Promise<void> {
    await this.#context.globalState.update(enabledKey, false);
    await this.stop();
    this.#changed.fire();
  }

  /** Restores its initial data. */
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

  running(): Promise<Sandbox> {
    this.#running ??= lazy(async () => {
      const { globalStorageUri } = this.#context;
      await vscode.workspace.fs.createDirectory(globalStorageUri);
      return this.#startSandbox({
        day: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
        storage: sandboxStorage(globalStorageUri, stateFile),
        report: (message) => void this.#tell(message),
      });
    });
    return this.#running();
  }

  /** Stops it, keeping its data. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    // If it failed to start, there is nothing to stop.
    const sandbox = await running().catch(() => undefined);
    await sandbox?.close();
  }

  /** Shows a message from the sandbox, such as that another window has changed the data. */
  async #tell(message: string): Promise<void> {
    const run = async (): Promise<void> => {
      await this.stop();
      this.#changed.fire();
    };
    const text = t('Sandbox: {0}', message);
    await showMessage('warning', text, [{ title: t('Start It Again'), run }]);
  }
}

function sandboxStorage(folder: vscode.Uri, file: string): StateStorage {
  const files = new StorageFolder(folder);
  const uri = vscode.Uri.joinPath(folder, file);
  return {
    name: uri.fsPath,
    read: () => files.read(file),
    write: (text) => files.write(file, text),
    version: () => files.version(file),

    async setAside(suffix) {
      await files.moveAway(file, file + suffix);
      return uri.fsPath + suffix;
    },
  };
}
