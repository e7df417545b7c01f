import { nameOfChange, showInSourceControl } from './describeStaged';
import type { StagedChange } from '../../pending/stagedChange';
import { showMessage } from '../editor/messages';
import { t } from '../editor/l10n';

/** Says that others staged something, once until the person answers. */
export class Announcements {
  #isOpen = false;

  async show(staged: readonly Pick<StagedChange, 'origin' | 'path'>[]): Promise<void> {
    const [first, second] = staged;
    if (!first || this.#isOpen) return;
    this.#isOpen = true;
    const text = second
      ? t('{0} changes staged by others. Nothing is sent until you apply them.', staged.length)
      : t('Change to "{0}" staged. Nothing is sent until you apply it.', nameOfChange(first));
    await showMessage('information', text, [{ ...showInSourceControl(), title: t('Show') }]);
    this.#isOpen = false;
  }
}
