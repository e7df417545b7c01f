import * as vscode from 'vscode';
import type { AccountStore } from '../../resources/accounts/accountStore';
import { lazy } from '../../shared/lazy';
import { t } from '../l10n';

const markKey = 'secrets.mark';
const lostKey = 'secrets.areLost';

/**
 * Whether secrets outlive a restart. The editor keeps them in memory where a machine has no keyring that
 * it can use, and does not tell extensions so (`SecretStorage` has no such member): it is found out by a
 * mark that is put beside the first account, and that is gone with it.
 */
export class SecretKeeping implements vscode.Disposable {
  readonly #context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;
  readonly #subscription: vscode.Disposable;
  readonly #check = lazy(() => this.#find());

  constructor(
    context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>,
    accounts: AccountStore,
  ) {
    this.#context = context;
    this.#subscription = vscode.Disposable.from(accounts.onDidChange(() => this.#mark()));
  }

  /** Tells the person, where accounts were lost since the editor was last used. */
  async tellLoss(): Promise<void> {
    if ((await this.#check()) === 'lostNow') {
      void vscode.window.showWarningMessage(
        t(
          'The accounts that you added are gone: VS Code found no keyring on this machine, so it keeps secrets only until it is closed. Add them again, or set up a keyring first.',
        ),
      );
    }
  }

  /** Tells that a new account will not last, where earlier ones did not. */
  async warnAboutLoss(label: string): Promise<void> {
    if ((await this.#check()) !== 'kept') {
      void vscode.window.showWarningMessage(
        t(
          'The account "{0}" lasts until VS Code is closed: VS Code found no keyring on this machine to keep its credentials in.',
          label,
        ),
      );
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #find(): Promise<'kept' | 'lost' | 'lostNow'> {
    const { secrets, globalState } = this.#context;
    const wasMarked = globalState.get(markKey) === true;
    const isMarked = (await secrets.get(markKey)) !== undefined;
    if (wasMarked && !isMarked) {
      await globalState.update(markKey, undefined);
      await globalState.update(lostKey, true);
      return 'lostNow';
    }
    if (isMarked) await globalState.update(lostKey, undefined);
    return globalState.get(lostKey) === true ? 'lost' : 'kept';
  }

  async #mark(): Promise<void> {
    const { secrets, globalState } = this.#context;
    await this.#check();
    if (globalState.get(markKey) === true) return;
    await secrets.store(markKey, 'kept');
    await globalState.update(markKey, true);
  }
}
