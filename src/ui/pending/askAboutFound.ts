import { nameOfChange } from './describeStaged';
import type { PendingServices } from './pending';
import type { ActionContext } from '../../actions/action';
import { describePlace } from '../../actions/questions/question';
import { toPlain } from '../../base/foreignText';
import type { Place } from '../../documents/writing/guard';
import { type Decision, lookForCreated } from '../../pending/applyWhole';
import { type StagedChange, toStagedKey } from '../../pending/stagedChange';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { askModalChoice } from '../editor/messages';
import { withLateProgress } from '../editor/progress';
import { t } from '../editor/l10n';

/** The changes that are still to be applied, and what was decided about some of them. */
export interface Found {
  readonly chosen: readonly StagedChange[];
  /** What the person decided about creations that may have been done, by key. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

/**
 * Looks for the resources of creations whose answers were lost. If one may already exist, asks
 * whether it's the right one; without an answer, its creation is left out.
 */
export async function askAboutFound(
  { names }: PendingServices,
  context: ActionContext,
  given: readonly StagedChange[],
): Promise<Found> {
  const decisions = new Map<string, Decision>();
  const undecided = new Set<StagedChange>();
  for (const staged of given) {
    // One question at a time.
    // oxlint-disable-next-line no-await-in-loop
    const found = await withLateProgress(t('Checking whether it was created…'), () =>
      lookForCreated(context, staged),
    );
    if (found?.verdict !== 'unclear') continue;
    const { reference } = found;
    const name = reference && toPlain(names.nameOf(reference));
    // oxlint-disable-next-line no-await-in-loop
    const place = await describePlace(context, [staged.reference]);
    // oxlint-disable-next-line no-await-in-loop
    const decision = await ask(staged, place, reference, name);
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
