import { describeState, nameOfChange, showInSourceControl, tellChanged } from './describeStaged';
import type { Applied, LeftChange } from '../../pending/applyChanges';
import type { PendingChanges } from '../../pending/pendingChanges';
import type { StagedChange } from '../../pending/stagedChange';
import { describeError } from '../editor/describeError';
import { showMessage } from '../editor/messages';
import { tellInPassing } from '../editor/statusBar';
import { t } from '../editor/l10n';

/** More changes than these are only counted. */
const mostNames = 3;

/** Reports the outcome of applying changes. */
export async function tellApplied(
  changes: PendingChanges,
  chosen: readonly StagedChange[],
  applied: Applied,
): Promise<void> {
  const { done, failed, stops, left } = applied;
  if (done === 0 && left.length === 0) {
    await tellChanged(chosen);
    return;
  }
  if (left.length === 0) {
    const [first] = applied.applied;
    tellInPassing(
      first && done === 1
        ? t('Change to "{0}" applied.', nameOfChange(first.staged))
        : t('{0} changes applied.', done),
    );
    return;
  }
  const [only] = left;
  const parts =
    only && done + left.length === 1 ? describeOne(changes, only) : describeSeveral(applied);
  await showMessage(
    failed > 0 || stops.size > 0 ? 'error' : 'warning',
    [...parts, ...[...stops.values()].map((error) => describeError(error))]
      .filter(Boolean)
      .join(' '),
    [showInSourceControl()],
  );
}

function describeOne(changes: PendingChanges, { staged, type }: LeftChange): readonly string[] {
  const name = nameOfChange(staged);
  const now = changes.find(staged);
  return [
    type === 'unknown'
      ? t('Couldn\'t confirm the change to "{0}".', name)
      : t('Couldn\'t apply the change to "{0}".', name),
    type !== 'pending' && now ? describeState(now.state) : '',
  ];
}

function describeSeveral({ done, left }: Applied): readonly string[] {
  const those = (type: LeftChange['type']): string | undefined => {
    const names = left.filter((each) => each.type === type).map(({ staged }) => staged);
    if (names.length === 0) return undefined;
    return names.length > mostNames
      ? String(names.length)
      : names.map((each) => `"${nameOfChange(each)}"`).join(', ');
  };
  const [conflict, failed, unknown, pending] = [
    those('conflict'),
    those('failed'),
    those('unknown'),
    those('pending'),
  ];
  return [
    t('{0} of {1} changes applied.', done, done + left.length),
    conflict ? t('Conflicts: {0}.', conflict) : '',
    failed ? t('Failed: {0}.', failed) : '',
    unknown ? t('Outcome unknown: {0}.', unknown) : '',
    pending ? t('Still pending: {0}.', pending) : '',
  ];
}
