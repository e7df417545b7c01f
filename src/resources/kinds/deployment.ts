import { join, defineKind, type InWords } from './kind';
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

const states = {
  running: { sent: 'DEPLOYING', word: () => t('deploying'), id: 'sync', color: 'charts.blue' },
  done: { sent: 'COMPLETED', word: () => t('deployed'), id: 'pass', color: 'testing.iconPassed' },
  failed: {
    sent: 'FAILED',
    word: () => t('deployment failed'),
    id: 'error',
    color: 'list.errorForeground',
  },
} as const;

type DeploymentState = keyof typeof states;

export function toDeploymentState(status: unknown): DeploymentState | 'other' {
  const sent = String(status).trim().toUpperCase();
  const all = Object.keys(states) as DeploymentState[];
  return all.find((state) => states[state].sent === sent) ?? 'other';
}

export function presentDeploymentState(
  status: string | null | undefined,
): Pick<InWords, 'icon' | 'state'> {
  if (!status) return {};
  const state = toDeploymentState(status);
  if (state === 'other') return { state: status };
  const { word, id, color } = states[state];
  return { state: word(), icon: { id, color } };
}
