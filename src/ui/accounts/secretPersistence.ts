import type * as vscode from 'vscode';
import { lazy } from '../../base/lazy';
import { showMessage } from '../editor/messages';
import { t } from '../../base/l10n';

const markKey = 'secrets.mark';
const lostKey = 'secrets.areLost';

/**
 * On machines without a usable keyring, the editor keeps secrets in memory and doesn't report it.
 * We detect that with a marker that is stored with the first account and lost along with it.
 */
export class SecretPersistence {
  readonly #context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;
  readonly #check = lazy(() => this.#find());

  constructor(context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {
    this.#context = context;
  }

  async tellLoss(): Promise<void> {
    if ((await this.#check()) === 'lostNow') {
      void showMessage(
        'warning',
        t(
          "Your accounts are gone: VS Code didn't keep their credentials, most likely because this machine has no keyring or it's locked. Set it up or unlock it, then add the accounts again.",
        ),
      );
    }
  }

  /** Stores the marker with a new account, and warns that it won't last if earlier ones didn't. */
  async noteAdded(label: string): Promise<void> {
    if ((await this.#check()) !== 'kept') {
      void showMessage(
        'warning',
        t(
          'The account "{0}" may be lost when you close VS Code: earlier accounts weren\'t kept, most likely because this machine has no keyring or it\'s locked.',
          label,
        ),
      );
    }
    await this.#mark();
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
    if (globalState.get(markKey) === true) return;
    await secrets.store(markKey, 'kept');
    await globalState.update(markKey, true);
  }
}
