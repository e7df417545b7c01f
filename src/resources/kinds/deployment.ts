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

type DeploymentState = 'running' | 'done' | 'failed';

const states: ReadonlyMap<string, DeploymentState> = new Map([
  ['DEPLOYING', 'running'],
  ['COMPLETED', 'done'],
  ['FAILED', 'failed'],
]);

export function toDeploymentState(status: unknown): DeploymentState | 'other' {
  return states.get(String(status).trim().toUpperCase()) ?? 'other';
}

const icons = {
  running: { id: 'sync', color: 'charts.blue' },
  done: { id: 'pass', color: 'testing.iconPassed' },
  failed: { id: 'error', color: 'list.errorForeground' },
} as const;

export function presentDeploymentState(
  status: string | null | undefined,
): Pick<InWords, 'icon' | 'state' | 'needsAttention'> {
  if (!status) return {};
  const state = toDeploymentState(status);
  if (state === 'other') return { state: status };
  const words = {
    running: t('deploying'),
    done: t('deployed'),
    failed: t('deployment failed'),
  };
  return {
    state: words[state],
    icon: icons[state],
    ...(state === 'failed' ? { needsAttention: true } : {}),
  };
}
