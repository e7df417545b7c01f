import { describeState, nameOfChange, showInSourceControl, showOutdated } from './describeStaged';
import { askRollout, serversIn } from './rollout';
import { recordInFolders } from './folders/folderCommands';
import type { PendingServices } from './pending';
import {
  type Applied,
  type AppliedChange,
  applyChanges,
  creationOf,
  type Decision,
  deletionOf,
  lookForCreated,
  plannedWritesOf,
  runStagedAction,
  type StagedRollout,
  type UnappliedChange,
} from '../../pending/applyChanges';
import { type Account, isProduction } from '../../accounts/account';
import {
  type AskedAccount,
  changesAccess,
  collectionsToCount,
  describeOrigin,
  toApplyQuestion,
} from '../../pending/question';
import type { PendingChanges } from '../../pending/pendingChanges';
import { onTopOf, type StagedChange, toSides, toStagedKey } from '../../pending/stagedChange';
import type { Guard, Place } from '../../documents/writing/guard';
import { findKind } from '../../resources/kinds/kinds';
import type { Resource } from '../../resources/kinds/kind';
import type { ResourceReference } from '../../resources/reference';
import type { ActionContext } from '../../actions/action';
import { describePlace, nameServers } from '../../actions/question';
import type { Change } from '../../base/json';
import { secretFields } from '../../documents/creations/creation';
import { askSecrets } from '../documents/drafts/askSecrets';
import {
  askModal,
  askModalChoice,
  describeError,
  showError,
  showMessage,
  commandButton,
} from '../editor/messages';
import { withLateProgress, withProgress } from '../editor/progress';
import { setContext } from '../editor/contextKeys';
import { toPlain } from '../../base/foreignText';
import { showBriefly } from '../editor/statusBar';
import { shortenNames, t } from '../../base/l10n';
import { describeWhole } from '../../documents/history/describeChanges';
import { planSave } from '../../documents/plan/savePlan';
import { showRequests } from '../documents/previewRequest';
import { showDiff, showDiffs } from '../editor/diff';
import { showPick } from '../editor/quickInput';

export async function applyPending(
  services: PendingServices,
  given: readonly StagedChange[],
  context: ActionContext,
): Promise<void> {
  const { changes, view } = services.pending;
  const known = (await accountsOf(services, given)).map(({ id }) => id);
  const applicable = given.filter(({ reference }) => known.includes(reference.account));
  if (applicable.length === 0) return void showMessage('information', whyNothing(given, changes));
  const writable = await withoutReadOnly(services, applicable);
  const agreed = await agreeOn(services, writable, context);
  if (!agreed) return;
  const { chosen, decisions, guard, secrets, rollout } = agreed;
  const work = withProgress({ title: t('Applying pending changes') }, (signal, report) =>
    applyChanges(
      {
        pending: changes,
        documents: services.documents,
        createOrDelete: (staged, options) => {
          const key = toStagedKey(staged);
          const found = decisions.get(key);
          return runStagedAction(context, staged, { ...options, found }, secrets.get(key));
        },
        describeError,
      },
      chosen,
      {
        signal,
        guard,
        rollout,
        reason: view.reason || undefined,
        report: (number) => report(`${number} / ${chosen.length}`),
      },
    ),
  );
  const recorded = work.then((result) => recordInFolders(services, result?.applied ?? []));
  services.pending.recorded = recorded.catch(() => undefined);
  const applied = await work;
  if (!applied) {
    return void showMessage(
      'warning',
      t('Another window is applying changes, or closed while it did. Try again in a minute.'),
    );
  }
  if (applied.done > 0) setContext('hasApplied', true);
  if (changes.all.length === 0 || applied.done === chosen.length) view.forgetReason();
  await recorded;
  for (const each of applied.later) void recordLater(services, each);
  await tellApplied(changes, chosen, applied);
}

async function recordLater(
  services: PendingServices,
  later: Promise<readonly AppliedChange[]>,
): Promise<void> {
  try {
    await recordInFolders(services, await later);
  } catch (error) {
    await showError(t("Couldn't store the outcome."), error);
  }
}

/** What may be sent; says whose changes stay pending, and offers to allow them. */
async function withoutReadOnly(
  services: PendingServices,
  changes: readonly StagedChange[],
): Promise<readonly StagedChange[]> {
  const isReadOnly = ({ reference }: StagedChange): boolean =>
    services.sessions.isReadOnly(reference.account);
  const accounts = await accountsOf(services, changes.filter(isReadOnly));
  const [first] = accounts;
  if (!first) return changes;
  const labels = accounts.map(({ label }) => label);
  void showMessage(
    'warning',
    t(
      'Not applied, because the account is read-only: {0}. The changes stay pending.',
      shortenNames(labels, mostNames).join(', '),
    ),
    [commandButton(t('Allow Changes…'), 'serverManagement.allowChanges', first.id)],
  );
  return changes.filter((each) => !isReadOnly(each));
}

function whyNothing(given: readonly StagedChange[], { all }: PendingChanges): string {
  if (given.length > 0) {
    return t('Nothing to apply: the account was removed. Its changes can only be discarded.');
  }
  return all.length > 0
    ? t("Nothing to apply: what's left are conflicts. Resolve or discard them first.")
    : t('Nothing is staged.');
}

interface Agreed extends Found {
  /** Lets the confirmed writes pass. */
  readonly guard: Guard;
  /** Set if one server comes first. */
  readonly rollout: StagedRollout | undefined;
  readonly secrets: ReadonlyMap<string, readonly Change[]>;
}

/** Asks everything before the first request; undefined if nothing is left or the person cancelled. */
async function agreeOn(
  services: PendingServices,
  applicable: readonly StagedChange[],
  context: ActionContext,
): Promise<Agreed | undefined> {
  const kept = await withoutRefusedDeletions(services, applicable);
  const found = await askAboutFound(services, context, kept);
  const { chosen, decisions } = found;
  const sent = chosen.filter((each) => (decisions.get(toStagedKey(each)) ?? 'again') === 'again');
  let isCareful = false;
  const choose = (): void => void (isCareful = true);
  const guard = sent.length > 0 ? await askToApply(services, sent, choose) : services.lockOutGuard;
  const secrets = guard && (await askAllSecrets(sent));
  if (!secrets || chosen.length === 0) return undefined;
  const rollout = isCareful ? await askRollout(services, chosen) : undefined;
  return isCareful && !rollout ? undefined : { ...found, guard, secrets, rollout };
}

/** Asks once: the returned guard lets the confirmed writes pass; undefined if the person cancelled. */
async function askToApply(
  services: PendingServices,
  chosen: readonly StagedChange[],
  choose: () => void,
): Promise<Guard | undefined> {
  const { sessions, store } = services;
  const accounts = (await accountsOf(services, chosen)).map((account) => {
    return { account, limit: sessions.opened(account.id)?.client.rateLimit };
  });
  const [shares, access] = await withLateProgress(t('Checking affected resources…'), (signal) =>
    Promise.all([
      Promise.all(
        collectionsToCount(chosen).map(async (share) => {
          const list = await store.list(share.collection, { signal }).catch(() => undefined);
          return { ...share, total: list?.total };
        }),
      ),
      findAccess(services, chosen, accounts, signal),
    ]),
  );
  const references = chosen.map(({ reference }) => reference);
  const servers = await nameServers(services, references);
  const question = toApplyQuestion(chosen, { accounts, servers, shares, access });
  const review = () => reviewPending(services, chosen);
  const areSeveral = serversIn(chosen).length > 1;
  const otherWay = areSeveral ? { button: t('First to One Server…'), choose } : undefined;
  const confirmation = { ...question, review, otherWay };
  return services.lockOutGuard.ahead(chosen.flatMap(plannedWritesOf), confirmation);
}

async function findAccess(
  { store }: PendingServices,
  chosen: readonly StagedChange[],
  asked: readonly AskedAccount[],
  signal: AbortSignal,
): Promise<ReadonlySet<StagedChange>> {
  const isGrave = ({ reference }: StagedChange): boolean =>
    asked.some(({ account }) => account.id === reference.account && isProduction(account));
  const read = async (reference: ResourceReference): Promise<Resource | undefined> =>
    store.find(reference) ?? store.read(reference, { signal }).catch(() => undefined);
  const found = chosen.filter(isGrave).map(async (change) => {
    return (await changesAccess(change, read)) ? [change] : [];
  });
  return new Set((await Promise.all(found)).flat());
}

/** The accounts of changes, in their order and without those that were removed. */
async function accountsOf(
  { sessions }: PendingServices,
  changes: readonly StagedChange[],
): Promise<readonly Account[]> {
  const ids = [...new Set(changes.map(({ reference }) => reference.account))];
  const accounts = await Promise.all(ids.map((id) => sessions.account(id)));
  return accounts.filter((account) => account !== undefined);
}

/** Asks about deletions separately; if the person declines, the rest can still be applied. */
async function withoutRefusedDeletions(
  services: PendingServices,
  chosen: readonly StagedChange[],
): Promise<readonly StagedChange[]> {
  const deletions = chosen.filter(({ operation }) => operation === 'delete');
  const [first] = deletions;
  if (!first) return chosen;
  const { prompts, sessions, store } = services;
  const accounts = await accountsOf(services, deletions);
  const isGrave = deletions.some(
    ({ reference }) => deletionOf(reference.kind)?.confirmation?.isDestructive === 'everywhere',
  );
  const references = deletions.map(({ reference }) => reference);
  const place = await describePlace({ sessions, store }, references);
  const isTyped = isGrave || accounts.some(isProduction);
  const isAgreed = await prompts.confirm({
    message:
      deletions.length === 1
        ? t('Delete {0} "{1}"?', t(findKind(first.reference.kind).names.one), nameOfChange(first))
        : t('Delete {0} resources?', deletions.length),
    detail: [
      ...deletions.map(({ origin, path }) =>
        [describeOrigin(origin), toPlain(path.slice(1))].filter(Boolean).join(': '),
      ),
      t("This can't be undone."),
      ...place.lines,
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
    const fields = created ? secretFields(created.creation) : [];
    if (fields.length === 0) continue;
    const answers = await askSecrets(staged.reference.kind, fields, []);
    if (!answers) return undefined;
    secrets.set(toStagedKey(staged), answers);
  }
  return secrets;
}

/** More changes than these are only counted. */
const mostNames = 3;

async function tellApplied(
  changes: PendingChanges,
  chosen: readonly StagedChange[],
  applied: Applied,
): Promise<void> {
  const { done, failed, stops, left } = applied;
  if (done === 0 && left.length === 0) return showOutdated(chosen);
  if (left.length === 0) {
    const [first] = applied.applied;
    showBriefly(
      first && done === 1
        ? t('Change to "{0}" applied.', nameOfChange(first.staged))
        : t('{0} changes applied.', done),
    );
    return undefined;
  }
  const [only] = left;
  const parts =
    only && done + left.length === 1 ? describeOne(changes, only) : describeSeveral(applied);
  return showMessage(
    failed > 0 || stops.size > 0 ? 'error' : 'warning',
    [...parts, ...[...stops.values()].map((error) => describeError(error))]
      .filter(Boolean)
      .join(' '),
    [showInSourceControl()],
  );
}

function describeOne(
  changes: PendingChanges,
  { staged, type }: UnappliedChange,
): readonly string[] {
  const name = nameOfChange(staged);
  const state = changes.find(staged)?.state;
  if (type === 'unknown') {
    return [
      staged.operation === 'create'
        ? t('It\'s unknown whether "{0}" was created.', name)
        : t('It\'s unknown whether the change to "{0}" was applied.', name),
      state?.type === type ? state.text : '',
      t('Applying it again checks the service first.'),
    ];
  }
  return [
    t('Couldn\'t apply the change to "{0}".', name),
    type !== 'pending' && state ? describeState(state) : '',
  ];
}

function describeSeveral({ done, left }: Applied): readonly string[] {
  const those = (type: UnappliedChange['type'], say: (names: string) => string): string => {
    const ofType = left.filter((each) => each.type === type);
    const names = ofType.map(({ staged }) => `"${nameOfChange(staged)}"`);
    if (names.length === 0) return '';
    return say(names.length > mostNames ? String(names.length) : names.join(', '));
  };
  return [
    t('{0} of {1} changes applied.', done, done + left.length),
    those('conflict', (names) => t('Conflicts: {0}.', names)),
    those('failed', (names) => t('Failed: {0}.', names)),
    those('unknown', (names) => t('Outcome unknown: {0}.', names)),
    those('pending', (names) => t('Still pending: {0}.', names)),
  ];
}

interface Found {
  readonly chosen: readonly StagedChange[];
  /** The person's decisions about creations that may have been done, by key. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** If one may exist, asks whether it's the right one; without an answer, it is left out. */
export async function askAboutFound(
  { names }: PendingServices,
  context: ActionContext,
  given: readonly StagedChange[],
): Promise<Found> {
  const decisions = new Map<string, Decision>();
  const undecided = new Set<StagedChange>();
  for (const staged of given) {
    const found = await withLateProgress(t('Checking whether it was created…'), () =>
      lookForCreated(context, staged),
    );
    if (found?.outcome !== 'unknown') continue;
    const { created } = found;
    const name = created && toPlain(names.nameOf(created));
    const place = await describePlace(context, [staged.reference]);
    const decision = await ask(staged, place, created, name);
    if (decision) decisions.set(toStagedKey(staged), decision);
    else undecided.add(staged);
  }
  return { chosen: given.filter((each) => !undecided.has(each)), decisions };
}

async function ask(
  staged: StagedChange,
  place: Place,
  found: ResourceReference | undefined,
  name: string | undefined,
): Promise<Decision | undefined> {
  const { names, variable } = findKind(staged.reference.kind);
  const [isIt, again] = [t('Mark as Created'), t('Create Again')];
  const answer = await askModalChoice(
    {
      question: t('Create {0} again?', `${t(names.one)} "${nameOfChange(staged)}"`),
      detail: [
        t(
          "An earlier attempt got no answer, and it's unknown whether it succeeded. You may end up with two.",
        ),
        ...(found && name !== undefined
          ? [t('The service has "{0}" (ID {1}).', name, toPlain(String(found.ids.at(-1))))]
          : []),
      ].join('\n'),
      place,
    },
    // There is at most one only child.
    variable ? [isIt, again] : [isIt],
  );
  return answer === isIt ? (found ?? 'created') : answer === again ? 'again' : undefined;
}

/** Most texts in one tab: the editor gets slow with more, and forgets them on reload. */
const mostInTab = 50;

export async function compareStaged(
  { pending }: PendingServices,
  staged: StagedChange,
): Promise<void> {
  const { before, after } = await pending.files.prepare(staged);
  await showDiff(before, after, t('{0}: live ↔ pending', nameOfChange(staged)));
}

export async function reviewPending(
  { pending, title: asking }: PendingServices,
  all: readonly StagedChange[],
): Promise<void> {
  const sorted = all.toSorted((one, other) => one.path.localeCompare(other.path));
  const pages = Array.from({ length: Math.ceil(sorted.length / mostInTab) }, (_, index) => {
    const first = index * mostInTab;
    const label = t(
      '{0}–{1} of {2}',
      first + 1,
      Math.min(first + mostInTab, sorted.length),
      sorted.length,
    );
    return { label, items: sorted.slice(first, first + mostInTab) };
  });
  const [only, ...others] = pages;
  if (!only) return void showMessage('information', t('Nothing is staged.'));
  const page =
    others.length === 0
      ? only
      : await showPick(pages, { title: asking, placeHolder: t('Select the changes to review') });
  if (!page) return;
  const texts = await withLateProgress(t('Reading the live state'), (signal) =>
    Promise.all(page.items.map((staged) => pending.files.prepare(staged, signal))),
  );
  const title = t('Pending Changes');
  await showDiffs(texts, others.length === 0 ? title : `${title} (${page.label})`);
}

export async function previewStaged(
  services: PendingServices,
  staged: StagedChange,
): Promise<void> {
  const { reference, changes, path, operation } = staged;
  if (operation) {
    const writes = plannedWritesOf(staged);
    return showRequests(services, reference, { writes, changes, conflicts: [] }, path);
  }
  const theirs = await services.documents.live(reference);
  const plan = planSave(findKind(reference.kind), { ...toSides(changes, theirs), theirs });
  await showRequests(services, reference, plan, path);
}

/** Resolves a conflict in favour of the staged change; what others changed is shown first. */
export async function keepStaged(services: PendingServices, staged: StagedChange): Promise<void> {
  const { pending, documents } = services;
  const live = await documents.live(staged.reference);
  const changes = onTopOf(live, staged.changes);
  const isAgreed = await askModal({
    question: t('Replace the current values of "{0}"?', nameOfChange(staged)),
    detail: describeWhole(changes).join('\n'),
    place: await describePlace(services, [staged.reference]),
    button: t('Keep My Change'),
  });
  if (isAgreed && !(await pending.changes.replace(staged, changes))) {
    await showOutdated([staged]);
  }
}

export async function discardStaged(
  { pending }: PendingServices,
  staged: readonly StagedChange[],
): Promise<void> {
  const [first, ...others] = staged;
  if (!first) return void showMessage('information', t('Nothing is staged.'));
  const isAgreed = await askModal({
    question:
      others.length === 0
        ? t('Discard the pending change to "{0}"?', nameOfChange(first))
        : t('Discard {0} pending changes?', staged.length),
    detail: [
      ...(others.length > 0 ? shortenNames(staged.map(nameOfChange), 3) : []),
      t('What was staged is lost. Nothing is sent to the service.'),
    ].join('\n'),
    place: undefined,
    button: t('Discard'),
  });
  if (isAgreed && !(await pending.changes.discard(staged))) {
    await showOutdated(staged);
  }
}
