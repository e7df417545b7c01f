import { defineKind } from './kind';
import { deployment, listDeployments } from '../../api/contract/atomicProject';

/** A deployment of an atomic project (observed). */
export const deploymentKind = defineKind({
  id: 'deployment',
  parent: 'atomicProject',
  names: { one: 'Deployment', many: 'Deployments' },
  folder: 'deployments',
  suffix: 'deployment',
  variable: 'deploymentId',
  operations: { list: listDeployments },
  icon: 'git-commit',
  schema: deployment,
  present: (resource, t) => ({
    label: resource.hashShort ?? resource.releaseName ?? String(resource.id),
    description: [resource.status, resource.message].filter(Boolean).join(' · '),
    facts: [
      [t('Branch'), resource.branch ?? ''],
      [t('Committer'), resource.committer ?? ''],
      [t('Started'), resource.startTime ?? ''],
      [t('Ended'), resource.endTime ?? ''],
    ],
  }),
});
