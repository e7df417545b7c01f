import { presentDeploymentState } from './deploymentState';
import { join, defineKind } from './kind';
import { deployment, listDeployments, readDeployment } from '../../api/contract/atomicProject';
import { t } from '../../base/l10n';

export const deploymentKind = defineKind({
  id: 'deployment',
  parent: 'atomicProject',
  names: { one: 'Deployment', many: 'Deployments' },
  variable: 'deploymentId',
  operations: { list: listDeployments, read: readDeployment },
  icon: 'git-commit',
  schema: deployment,
  fieldTexts: {
    hash: 'Commit.',
    hashShort: 'Commit, shortened.',
    url: 'Web page of the commit.',
    message: 'Commit message.',
    committer: 'Author of the commit.',
    releaseName: 'Folder of the release.',
    status: 'DEPLOYING, COMPLETED or FAILED.',
    startTime: 'Start.',
    endTime: 'End; null while it runs.',
  },
  present: (resource) => {
    const state = presentDeploymentState(resource.status);
    return {
      label: resource.hashShort ?? resource.releaseName,
      description: join([state.state, resource.message]),
      ...state,
      facts: [
        [t('Branch'), resource.branch],
        [t('Committer'), resource.committer],
        [t('Started'), resource.startTime],
        [t('Ended'), resource.endTime],
      ],
    };
  },
});
