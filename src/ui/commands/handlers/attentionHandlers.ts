import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { asFindings, asReference, selectedRows } from '../target';
import { nameRule } from '../../../findings/view/names';
import { byRule, findFixOfAll, type RuleRow } from '../../../findings/rows';
import { describeArea, describeEffort, nameArea } from '../../../findings/view/words';
import { withLateProgress, withProgress } from '../../editor/progress';
import { showError, showMessage, tryAgain } from '../../editor/messages';
import { stageForEach } from '../../pending/editTogether';
import { isObject } from '../../../base/json';
import { showMultiPick, showPick } from '../../editor/quickInput';
import type { Mutable } from '../../../findings/mutes';
import {
  collectionBelow,
  parentOf,
  type ResourceReference,
  serverOf,
} from '../../../resources/reference';
import { findKind } from '../../../resources/kinds/kinds';
import { describePointing } from '../../../resources/pointing';
import { platform } from '../../../platform/platform';
import { t } from '../../../base/l10n';

export const attentionHandlers = {
  'serverManagement.checkNow': checkNow,

  'serverManagement.muteFinding': (services, ...parameters) => setMuted(services, parameters, true),

  'serverManagement.unmuteFinding': (services, ...parameters) =>
    setMuted(services, parameters, false),

  'serverManagement.muteKind': async (services, ...parameters) =>
    services.attention.mute(await toRules(services, parameters), true),

  'serverManagement.fixAll': async (services, ...parameters) => {
    for (const row of await toRules(services, parameters)) await fixAll(services, row);
  },

  'serverManagement.lookUpDomain': (services, parameter) =>
    lookUpDomains(services, asReference(parameter)),
} satisfies Partial<Record<keyof Handlers, Handler>>;

/** Says where the domain of a certificate points, or each of those that share it. */
async function lookUpDomains(
  { explorer, store }: Services,
  certificate: ResourceReference | undefined,
): Promise<void> {
  const { lookUpName } = platform;
  const none = t('Select the certificate of a domain.');
  const isOne = certificate && findKind(certificate.kind).certificate !== undefined;
  const above = isOne && parentOf(certificate);
  const server = above && serverOf(above);
  if (!lookUpName || !server) {
    return void showMessage('information', none);
  }
  const title = t('Looking up where the domain points');
  const sentences = await withLateProgress(title, async (signal) => {
    const { ipAddress } = (await explorer.known(server)) ?? {};
    const domains =
      above.kind === 'domain'
        ? [await explorer.known(above)]
        : (await store.all(collectionBelow(above, 'domain'), undefined, { signal })).items;
    const names = domains.flatMap((domain) => {
      const name = domain?.['name'];
      return typeof name === 'string' ? [name] : [];
    });
    return Promise.all(names.map((name) => describePointing(name, ipAddress, lookUpName)));
  });
  void showMessage('information', sentences.join(' ') || none);
}

const longMinutes = 2;

async function checkNow(services: Pick<Services, 'attention' | 'prompts'>): Promise<void> {
  const { attention, prompts } = services;
  const { minutes = 0, ...effort } = await attention.planCheck();
  const words = describeEffort({ ...effort, minutes });
  const question = {
    message: t('Check everything now?'),
    detail: t('Takes {0}. The largest risks come first, and you can stop at any time.', words),
    button: t('Check Now'),
  };
  if (minutes >= longMinutes && !(await prompts.confirm(question))) return;
  const title = t('Checking what needs attention: {0}', words);
  const { failure, unchecked } = await withProgress({ title }, (signal) =>
    attention.checkNow(signal),
  );
  const names = unchecked.map((area) => `${nameArea(area.id)} (${describeArea(area)})`).join(', ');
  const what = names
    ? t("Couldn't check everything: {0}.", names)
    : t("Couldn't check everything.");
  const again = tryAgain(() => checkNow(services));
  if (failure !== undefined) void showError(what, failure, [again]);
  else if (names) void showMessage('information', what);
}

/** The rules of the rows, or the one that the person picks: other callers can pass lookalikes. */
async function toRules(
  { attention, title }: Services,
  parameters: readonly unknown[],
): Promise<readonly RuleRow[]> {
  const rules = byRule(attention.findings, false);
  const rows = selectedRows(parameters).filter(isObject);
  if (rows.length > 0) return rules.filter(({ rule }) => rows.some((row) => row['rule'] === rule));
  const items = rules.map((row) => ({ label: nameRule(row.rule), row }));
  const chosen = await showPick(items, { title, placeHolder: t('Select a kind of finding') });
  return chosen ? [chosen.row] : [];
}

async function fixAll(services: Services, row: RuleRow): Promise<void> {
  const fix = findFixOfAll(row);
  if (fix === undefined) {
    void showMessage('information', t('These findings have to be fixed one by one.'));
  } else if (typeof fix === 'string') {
    const targets = row.findings.map(({ target }) => target);
    await vscode.commands.executeCommand(fix, targets[0], targets);
  } else {
    const change = { path: [fix.field], before: undefined, after: fix.value };
    const targets = row.findings.flatMap(({ target }) => ('ids' in target ? [target] : []));
    await stageForEach(services, targets, [change], 'person');
  }
}

async function setMuted(
  { attention, title }: Services,
  parameters: readonly unknown[],
  isMuted: boolean,
): Promise<void> {
  const given = selectedRows(parameters).flatMap((each): readonly Mutable[] => asFindings(each));
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
    finding,
  }));
  const placeHolder =
    which === 'findings' ? t('Select the findings to mute') : t('Select the findings to unmute');
  return ((await showMultiPick(items, { title, placeHolder })) ?? []).map(({ finding }) => finding);
}
