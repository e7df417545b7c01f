import * as vscode from 'vscode';
import { lazy } from '../../shared/lazy';
import { t } from '../l10n';

const markKey = 'secrets.mark';
const lostKey = 'secrets.areLost';

/**
 * Whether secrets outlive a restart. The editor keeps them in memory where a machine has no keyring that
 * it can use, and does not tell extensions so (`SecretStorage` has no such member): it is found out by a
 * mark that is put beside the first account, and that is gone with it.
 */
export class SecretKeeping {
  readonly #context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;
  readonly #check = lazy(() => this.#find());

  constructor(context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {
    this.#context = context;
  }

  /** Tells the person, where accounts were lost since the editor was last used. */
  async tellLoss(): Promise<void> {
    if ((await this.#check()) === 'lostNow') {
      void vscode.window.showWarningMessage(
        t(
          'The accounts that you added are gone: VS Code did not keep their credentials, most likely because it found no keyring on this machine. Add them again, or set up a keyring first.',
        ),
      );
    }
  }

  /** Puts the mark beside a new account, and tells that it will not last where earlier ones did not. */
  async noteAdded(label: string): Promise<void> {
    if ((await this.#check()) !== 'kept') {
      void vscode.window.showWarningMessage(
        t(
          'The account "{0}" may last only until VS Code is closed: earlier ones were not kept, most likely because it found no keyring on this machine.',
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
