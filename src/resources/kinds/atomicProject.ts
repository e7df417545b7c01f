import { presentDeploymentState } from './deployment';
import { join, yesOrNo, defineKind } from './kind';
import {
  atomicProject,
  listAtomicProjects,
  readAtomicProject,
} from '../../api/contract/atomicProject';
import { t } from '../../base/l10n';

export const atomicProjectKind = defineKind({
  id: 'atomicProject',
  parent: undefined,
  names: { one: 'Atomic Project', many: 'Atomic Projects' },
  variable: 'atomicProjectId',
  operations: { list: listAtomicProjects, read: readAtomicProject },
  icon: 'rocket',
  schema: atomicProject,
  values: { webApplication: { of: 'webApplication', namedBy: 'name' } },
  fieldTexts: {
    active: 'Active.',
    provider: 'Repository host.',
    repository: 'Repository.',
    composerInstall: 'Run Composer on each deployment.',
    composerInstallDev: 'Install development packages.',
    totalCompleted: 'Number of successful deployments.',
    totalFailed: 'Number of failed deployments.',
    completedNotification: 'Send a notification when a deployment succeeds.',
    failedNotification: 'Send a notification when a deployment fails.',
    repositoryData: 'Repository details.',
  },
  present: (resource) => ({
    label: resource.name,
    description: join([resource.repository, resource.branch]),
    facts: [
      [t('Automatic deployment'), yesOrNo(resource.autoDeploy)],
      [t('Last deployment'), presentDeploymentState(resource.latestDeployment?.status).state],
    ],
  }),
});
