import type { Action } from './action';
import { accessActions } from './families/access';
import { accountLevelActions } from './families/accountLevel';
import { jobActions } from './families/jobs';
import { securityActions } from './families/security';
import { serverActions } from './families/servers';
import { webApplicationActions } from './families/webApplications';
import type { KindId } from '../../resources/kinds/kind';
import { tokenOf } from './commands';

/** Everything that can be done with the service, beside reading and saving documents. */
export const actions: readonly Action[] = [
  ...serverActions,
  ...webApplicationActions,
  ...jobActions,
  ...securityActions,
  ...accessActions,
  ...accountLevelActions,
];

/** The tokens of the actions that rows of a kind's resources, or of all of them, offer. */
export function actionTokens(place: 'resource' | 'collection', kind: KindId): string[] {
  return actions
    .filter((action) => (action.place as Partial<Record<typeof place, KindId>>)[place] === kind)
    .map(({ command }) => tokenOf(command));
}
