import type { Handler, Handlers } from '../handler';
import { asFinding } from '../target';
import { findingKey } from '../../../findings/finding';
import type { Services } from '../services';
import { withProgress } from '../../editor/progress';
import { showMultiPick } from '../../editor/quickInput';
import { showError } from '../../editor/notifications';
import type { Mutable } from '../../../findings/mutes';
import { t } from '../../../base/l10n';

export const attentionHandlers = {
  'serverManagement.checkNow': async ({ attention }) => checkNow(attention),

  'serverManagement.muteFinding': (services, ...parameters) => setMuted(services, parameters, true),

  'serverManagement.unmuteFinding': (services, ...parameters) =>
    setMuted(services, parameters, false),

  'serverManagement.showMuted': ({ attention }) => attention.showMuted(true),

  'serverManagement.hideMuted': ({ attention }) => attention.showMuted(false),
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function checkNow(attention: Services['attention']): Promise<void> {
  const failure = await withProgress({ title: t('Checking what needs attention') }, (signal) =>
    attention.checkNow(signal),
  );
  if (failure === undefined) return;
  const again = { title: t('Try Again'), run: () => checkNow(attention) };
  void showError(t("Couldn't check everything."), failure, [again]);
}

async function setMuted(
  { attention, title }: Services,
  [row, rows]: readonly unknown[],
  isMuted: boolean,
): Promise<void> {
  const several = Array.isArray(rows) && rows.length > 0 ? (rows as readonly unknown[]) : [row];
  const given = several.flatMap((each) => asFinding(each) ?? []);
  const findings =
    given.length > 0
      ? given
      : await pickFindings({ attention, title }, isMuted ? 'findings' : 'muted');
  await attention.mute(findings, isMuted);
}

async function pickFindings(
  { attention, title }: Pick<Services, 'attention' | 'title'>,
  which: 'findings' | 'muted',
): Promise<readonly Mutable[]> {
  const items = attention[which].map((finding) => ({
    label: attention.labelOf(finding.target),
    description: finding.sentence(),
    key: findingKey(finding.rule, finding.target),
    finding,
  }));
  const placeHolder =
    which === 'findings' ? t('Select the findings to mute') : t('Select the findings to unmute');
  return ((await showMultiPick(items, { title, placeHolder })) ?? []).map(({ finding }) => finding);
}
