import type { Action } from './action';
import { accessActions } from './table/access';
import { accountLevelActions } from './table/accountLevel';
import { sharedCertificateActions, certificateActions } from './table/certificates';
import { gitActions } from './table/git';
import { jobActions } from './table/jobs';
import { securityActions } from './table/security';
import { serverCareActions, serverActions } from './table/servers';
import {
  softwareActions,
  webApplicationCareActions,
  webApplicationActions,
} from './table/webApplications';
import { wafActions } from './table/waf';
import type { Creation } from '../documents/creations/creation';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type KindId } from '../resources/kinds/kinds';
import { collectionOf, type Target } from '../resources/reference';
import { type ActionCommand, tokenOf } from './commands';

export const actions: readonly Action[] = [
  ...serverActions,
  ...serverCareActions,
  ...webApplicationActions,
  ...webApplicationCareActions,
  ...softwareActions,
  ...gitActions,
  ...certificateActions,
  ...sharedCertificateActions,
  ...wafActions,
  ...jobActions,
  ...securityActions,
  ...accessActions,
  ...accountLevelActions,
];

/**
 * @param resource if known, leaves out what doesn't make sense in its state; `mixed_` precedes what
 * sets a state that it's in, for selections of several.
 */
export function actionTokens(
  place: 'resource' | 'collection',
  kind: KindId,
  resource?: Resource,
): string[] {
  return (
    actions
      .filter((action) => (action.place as Partial<Record<typeof place, KindId>>)[place] === kind)
      // Whether a parent has such a child isn't known before it's read.
      .filter(({ command }) => resource || findKind(kind).variable || command !== deleting)
      .flatMap(({ command, suits, sets }) => {
        if (!resource || !suits || suits(resource)) return [tokenOf(command)];
        return sets ? [`mixed_${tokenOf(command)}`] : [];
      })
  );
}

export function creatingAction(kind: KindId, { endpoint }: Creation): Action | undefined {
  return actions.find(({ creates, place, endpoint: own }) => {
    const at = 'resource' in place ? place.resource : place.collection;
    return creates === true && at === kind && own === endpoint;
  });
}

/** The resource, its only child of the kind, or the collection below or around it, if any. */
export function toTarget({ place }: Action, chosen: Target): Target | undefined {
  return 'resource' in place
    ? toResourceTarget(place.resource, chosen)
    : toCollectionTarget(place.collection, chosen);
}

const deleting: ActionCommand = 'serverManagement.delete';

type Kind = Target['kind'];

function toResourceTarget(kind: Kind, chosen: Target): Target | undefined {
  if (!('ids' in chosen)) return undefined;
  if (chosen.kind === kind) return chosen;
  const { parent, variable } = findKind(kind);
  return !variable && chosen.kind === parent ? { ...chosen, kind } : undefined;
}

function toCollectionTarget(kind: Kind, chosen: Target): Target | undefined {
  if (chosen.kind === kind) return collectionOf(chosen);
  if (!('ids' in chosen) || findKind(kind).parent !== chosen.kind) return undefined;
  return { account: chosen.account, kind, parents: chosen.ids };
}
