import * as vscode from 'vscode';
import { changedMeanwhile } from './changedMeanwhile';
import type { PendingServices } from './pendingServices';
import { type Applied, type AppliedChange, applyChanges } from '../../pending/applyChanges';
import { type AskedAccount, collectionsToCount, toApplyQuestion } from '../../pending/question';
import { applyWhole, creationOf, deletionOf } from '../../pending/applyWhole';
import { type StagedChange, toStagedKey } from '../../pending/stagedChange';
import type { Guard } from '../../documents/writing/guard';
import { type PlannedWrite, toPlannedWrites } from '../../resources/lockOut/plannedWrite';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference } from '../../resources/reference';
import type { ActionContext } from '../../actions/action';
import type { Change } from '../../base/patch';
import { secretFields } from '../../documents/creations/creation';
import { askSecrets } from '../drafts/askSecrets';
import { describeError } from '../describeError';
import { withProgress } from '../editor/progress';
import { showMessage } from '../editor/messages';
import { tellInPassing } from '../editor/statusBar';
import { setContext } from '../status/contextKeys';
import { withLateProgress } from '../status/lateProgress';
import { toPlain } from '../../base/foreignText';
import { nameOfChange } from './reviewPending';
import { t } from '../l10n';

/**
 * Asks once, applies staged changes, and says what became of them.
 * @param record called with what was applied.
 */
export async function applyPending(
  services: PendingServices,
  given: readonly StagedChange[],
  context: ActionContext,
  record: (applied: readonly AppliedChange[]) => Promise<void>,
): Promise<void> {
  const { changes, view } = services.pending;
  if (given.length === 0) {
    const text = t("Nothing to apply: what's left are conflicts. Resolve or discard them first.");
    void showMessage('information', changes.all.length > 0 ? text : t('Nothing is staged.'));
    return;
  }
  const applicable = await withKnownAccounts(services, given);
  if (applicable.length === 0) {
    const text = t('Nothing to apply: the account was removed. Its changes can only be discarded.');
    void showMessage('information', text);
    return;
  }
  const chosen = await withoutRefusedDeletions(services, applicable);
  if (chosen.length === 0) return;
  const guard = await askToApply(services, chosen);
  const secrets = guard && (await askAllSecrets(chosen));
  if (!secrets) return;
  const { reason } = view;
  const applied = await withProgress({ title: t('Applying pending changes') }, (signal, report) =>
    applyChanges(
      {
        pending: changes,
        change: (...given) => services.documents.change(...given),
        perform: (staged, options) =>
          applyWhole(context, staged, options, secrets.get(toStagedKey(staged.reference))),
        describeError,
      },
      chosen,
      {
        signal,
        guard,
        reason: reason || undefined,
        onSettled: (count) => report(`${count} / ${chosen.length}`),
      },
    ),
  );
  if (!applied) {
    void showMessage(
      'warning',
      t('Another window is applying changes, or closed while it did. Try again in a minute.'),
    );
    return;
  }
  if (applied.done > 0) setContext('hasApplied', true);
  if (changes.all.length === 0 || applied.done === chosen.length) view.forgetReason();
  await record(applied.applied);
  await tellResult(applied);
}

/** The one question: the guard lets what was asked about pass. Undefined if the person cancelled. */
async function askToApply(
  services: PendingServices,
  chosen: readonly StagedChange[],
): Promise<Guard | undefined> {
  const ids = [...new Set(chosen.map(({ reference }) => reference.account))];
  const asked = await Promise.all(
    ids.map(async (id): Promise<AskedAccount[]> => {
      const account = await services.sessions.account(id);
      const limit = services.sessions.opened(id)?.rateLimit;
      return account ? [{ account, limit }] : [];
    }),
  );
  const shares = await withLateProgress(t('Checking affected resources…'), (signal) =>
    Promise.all(
      collectionsToCount(chosen).map(async (share) => {
        return { ...share, total: await countIn(services, share.collection, signal) };
      }),
    ),
  );
  const question = toApplyQuestion(chosen, asked.flat(), shares, t);
  const writes = chosen.flatMap(writesOfStaged);
  return services.lockOutGuard.ahead(writes, question);
}

function writesOfStaged(staged: StagedChange): readonly PlannedWrite[] {
  const { reference, changes, operation } = staged;
  const created = creationOf(staged);
  if (created) {
    const { creation, collection, content } = created;
    return [{ endpoint: creation.endpoint, target: collection, body: content }];
  }
  const deletion = operation === 'delete' && deletionOf(reference.kind);
  if (deletion) return [{ endpoint: deletion.endpoint, target: reference }];
  return toPlannedWrites(reference, changes);
}

async function withKnownAccounts(
  { sessions }: PendingServices,
  given: readonly StagedChange[],
): Promise<readonly StagedChange[]> {
  const accounts = new Set((await sessions.accounts()).map(({ id }) => id));
  return given.filter(({ reference }) => accounts.has(reference.account));
}

/** Asks about deletions on their own; if they're refused, the rest can still be applied. */
async function withoutRefusedDeletions(
  { prompts, sessions }: PendingServices,
  chosen: readonly StagedChange[],
): Promise<readonly StagedChange[]> {
  const deletions = chosen.filter(({ operation }) => operation === 'delete');
  const [first] = deletions;
  if (!first) return chosen;
  const ids = [...new Set(deletions.map(({ reference }) => reference.account))];
  const accounts = (await Promise.all(ids.map((id) => sessions.account(id)))).filter(
    (account) => account !== undefined,
  );
  const isGrave = deletions.some(
    ({ reference }) => deletionOf(reference.kind)?.confirmation?.confirmByName === true,
  );
  const isTyped = isGrave || accounts.some(({ environment }) => environment === 'production');
  const isAgreed = await prompts.confirm({
    message:
      deletions.length === 1
        ? t('Delete {0} "{1}"?', t(findKind(first.reference.kind).names.one), nameOfChange(first))
        : t('Delete {0} resources?', deletions.length),
    detail: [
      ...deletions.map(({ path }) => toPlain(path.slice(1))),
      t("This can't be undone."),
    ].join('\n'),
    button: t('Delete'),
    typed: isTyped ? accounts.map(({ label }) => label).join(', ') : undefined,
  });
  return isAgreed ? chosen : chosen.filter(({ operation }) => operation !== 'delete');
}

/** The secrets that creations need, by key; undefined if the person cancelled. */
async function askAllSecrets(
  chosen: readonly StagedChange[],
): Promise<ReadonlyMap<string, readonly Change[]> | undefined> {
  const secrets = new Map<string, readonly Change[]>();
  for (const staged of chosen) {
    const created = creationOf(staged);
    const fields = created ? secretFields(created.creation, t) : [];
    if (fields.length === 0) continue;
    // One question after the other.
    // oxlint-disable-next-line no-await-in-loop
    const answers = await askSecrets(staged.reference.kind, fields, []);
    if (!answers) return undefined;
    secrets.set(toStagedKey(staged.reference), answers);
  }
  return secrets;
}

/** The size of a collection; undefined if it can't be read. */
async function countIn(
  { store }: PendingServices,
  collection: CollectionReference,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return (await store.list(collection, { signal })).total;
  } catch {
    return undefined;
  }
}

async function tellResult(applied: Applied): Promise<void> {
  const { done, conflict, failed, unknown, pending, stops } = applied;
  const count = done + conflict + failed + unknown + pending;
  if (count === 0) {
    void showMessage('information', changedMeanwhile());
    return;
  }
  if (done === count) {
    tellInPassing(done === 1 ? t('1 change applied.') : t('{0} changes applied.', done));
    return;
  }
  const parts = [
    t('{0} of {1} changes applied.', done, count),
    conflict > 0 ? t('Conflicts: {0}.', conflict) : '',
    failed > 0 ? t('Failed: {0}.', failed) : '',
    unknown > 0 ? t('Outcome unknown: {0}.', unknown) : '',
    pending > 0 ? t('Still pending: {0}.', pending) : '',
    ...[...stops.values()].map((error) => describeError(error)),
  ];
  await showMessage(
    failed > 0 || stops.size > 0 ? 'error' : 'warning',
    parts.filter(Boolean).join(' '),
    [
      {
        title: t('Show in Source Control'),
        run: () => vscode.commands.executeCommand('workbench.view.scm'),
      },
    ],
  );
}
