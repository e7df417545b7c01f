import { attentionSettings } from './settings';
import type { Finding } from '../../../findings/finding';
import { labelOf, type NameSources } from '../../../findings/view/names';
import { toKey } from '../../../resources/reference';
import { showMessage } from '../../editor/messages';
import { t } from '../../editor/l10n';

/** Notifies the person of findings that just became critical, unless a setting turns this off. */
export function alertTo(
  findings: readonly Finding[],
  { names, open }: { readonly names: NameSources; readonly open: () => unknown },
): void {
  const [first] = findings;
  if (!first || !attentionSettings().notifies) return;
  const resources = new Set(findings.map(({ target }) => toKey(target))).size;
  const text =
    findings.length === 1
      ? t('{0}: {1}', labelOf(names, first.target), first.sentence(t))
      : t('{0} resources need attention.', resources);
  void showMessage('warning', text, [{ title: t('Show'), run: open }]);
}
