import type { Action } from './action';
import { accessActions } from './table/access';
import { accountLevelActions } from './table/accountLevel';
import { certificateActions } from './table/certificates';
import { gitActions } from './table/git';
import { jobActions } from './table/jobs';
import { securityActions } from './table/security';
import { serverActions } from './table/servers';
import { webApplicationActions } from './table/webApplications';
import { wafActions } from './table/waf';
import type { Creation } from '../documents/creations/creation';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type KindId } from '../resources/kinds/kinds';
import { collectionOf, type Target } from '../resources/reference';
import { type ActionCommand, tokenOf } from './commands';

export const actions: readonly Action[] = [
  ...serverActions,
  ...webApplicationActions,
  ...gitActions,
  ...certificateActions,
  ...wafActions,
  ...jobActions,
  ...securityActions,
  ...accessActions,
  ...accountLevelActions,
];

/** True if a command acts on the service. */
export function isAction(command: string): boolean {
  return actions.some((action) => action.command === command);
}

/**
 * @param resource if known, leaves out what doesn't make sense in its state; `mixed_` precedes what
 * sets a state that it's in, for selections of several.
 */
export function actionTokens(level: Action['level'], kind: KindId, resource?: Resource): string[] {
  return (
    actions
      .filter((action) => action.kind === kind && action.level === level)
      // Whether a parent has such a child isn't known before it's read.
      .filter(({ command }) => resource || findKind(kind).variable || command !== deleting)
      .flatMap(({ command, suits, sets }) => {
        if (!resource || !suits || suits(resource)) return [tokenOf(command)];
        return sets ? [`mixed_${tokenOf(command)}`] : [];
      })
  );
}

export function creatingAction(kind: KindId, { endpoint }: Creation): Action | undefined {
  return actions.find(
    (action) => action.creates === true && action.kind === kind && action.endpoint === endpoint,
  );
}

/** The resource, its only child of the kind, or the collection below or around it, if any. */
export function toTarget({ kind, level }: Action, chosen: Target): Target | undefined {
  const { parent, variable } = findKind(kind);
  const above = 'ids' in chosen && chosen.kind === parent ? chosen : undefined;
  if (level === 'collection') {
    if (chosen.kind === kind) return collectionOf(chosen);
    return above && { account: above.account, kind, parents: above.ids };
  }
  if (chosen.kind === kind) return 'ids' in chosen ? chosen : undefined;
  return above && !variable ? { ...above, kind } : undefined;
}

const deleting: ActionCommand = 'serverManagement.delete';
