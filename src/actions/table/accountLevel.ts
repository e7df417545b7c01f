import { confirmDeployment } from './git';
import { type Action, onResource } from '../action';
import { creation, deletion } from './parts';
import { foreignSecret } from '../../documents/creations/fields';
import { forceDeployAtomicProject } from '../../api/contract/atomicProject';
import { deleteCanvas } from '../../api/contract/canvas';
import { deleteIntegration, updateIntegration } from '../../api/contract/integration';
import { t } from '../../base/l10n';

export const accountLevelActions: readonly Action[] = [
  creation('serverManagement.createIntegration', 'integration', { changesAccess: true }),
  onResource('serverManagement.changeIntegrationSecret', 'integration', updateIntegration, {
    changesAccess: true,
    fields: () => [foreignSecret()],
    isSingleTarget: true,
    confirmation: {
      question: (name) => t('Change the secret of "{0}"?', name),
      detail: () => t('The service uses only the new one from then on.'),
      button: () => t('Change Secret'),
      isDestructive: true,
    },
    progressTitle: (what) => t('Changing the secret of {0}', what),
    accepted: (what) => t('New secret for {0} accepted.', what),
  }),
  deletion('integration', deleteIntegration, {
    detail: () =>
      t("Anything that uses it, such as backups, will stop working. This can't be undone."),
  }),
  deletion('canvas', deleteCanvas),
  creation('serverManagement.createAtomicProject', 'atomicProject'),
  onResource('serverManagement.forceDeploy', 'atomicProject', forceDeployAtomicProject, {
    confirmation: confirmDeployment,
    starts: 'deployment',
    progressTitle: (what) => t('Deploying {0}', what),
    accepted: (what) => t('Deployment of {0} started.', what),
    effect: 'resourceAndBelow',
  }),
];
