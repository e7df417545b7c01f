import { nameOfChange, showOutdated } from './describeStaged';
import type { PendingServices } from './pending';
import { onTopOf, type StagedChange, toSides } from '../../pending/stagedChange';
import { creationOf, deletionOf } from '../../pending/stagedActions';
import { describeWhole } from '../../documents/history/describeChanges';
import { planSave } from '../../documents/plan/savePlan';
import { findKind } from '../../resources/kinds/kinds';
import { showRequests } from '../documents/previewRequest';
import type { WriteRequest } from '../../resources/resourceClient';
import { showDiff, showDiffs } from '../editor/diff';
import { askModal, showMessage } from '../editor/messages';
import { showPick } from '../editor/quickInput';
import { withLateProgress } from '../editor/progress';
import { describePlace, shortenNames } from '../../actions/question';
import { t } from '../../base/l10n';

/** Most texts in one tab: the editor gets slow with more, and forgets them on reload. */
const mostInTab = 50;

export async function compareStaged(
  { pending }: PendingServices,
  staged: StagedChange,
): Promise<void> {
  const { before, after } = await pending.files.prepare(staged);
  await showDiff(before, after, t('{0}: live ↔ pending', nameOfChange(staged)));
}

/** Shows several staged changes in one editor, at most fifty at a time. */
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
  if (!only) {
    void showMessage('information', t('Nothing is staged.'));
    return;
  }
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
  const { reference, changes, path } = staged;
  const whole = toWholeWrite(staged);
  if (whole) {
    await showRequests(services, reference, { writes: [whole], changes, conflicts: [] }, path);
    return;
  }
  const theirs = await services.documents.live(reference);
  const plan = planSave(findKind(reference.kind), { ...toSides(changes, theirs), theirs });
  await showRequests(services, reference, plan, path);
}

function toWholeWrite(staged: StagedChange): Pick<WriteRequest, 'endpoint' | 'body'> | undefined {
  const created = creationOf(staged);
  if (created) return { endpoint: created.creation.endpoint, body: created.content };
  const deletion = staged.operation === 'delete' && deletionOf(staged.reference.kind);
  return deletion ? { endpoint: deletion.endpoint } : undefined;
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
  if (!first) {
    void showMessage('information', t('Nothing is staged.'));
    return;
  }
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
