import type { Explorer } from './explorer';
import { showMessage } from '../editor/messages';
import { showError } from '../editor/notifications';
import { t } from '../../base/l10n';

/** Reveals the row that a link leads to, or says why it leads nowhere; never changes anything. */
export async function followLink(explorer: Pick<Explorer, 'follow'>, path: string): Promise<void> {
  try {
    const outcome = await explorer.follow(path);
    if (outcome === 'noAccount') {
      void showMessage(
        'warning',
        t("Couldn't open the link: its account was removed, or was never added here."),
      );
    } else if (outcome === 'damaged') {
      void showMessage(
        'warning',
        t("Couldn't open the link: it's damaged. Copy it again from the resource's row."),
      );
    }
  } catch (error) {
    const again = { title: t('Try Again'), run: () => followLink(explorer, path) };
    await showError(t("Couldn't open the link."), error, [again]);
  }
}
