import * as z from 'zod/mini';
import { nameConstant } from '../names/constants';
import { presentDeploymentState } from './deployment';
import { join, yesOrNo, defineKind } from './kind';
import { atomicProject, readAtomicProject } from '../../api/contract/atomicProject';
import { gitRepository, readGitRepository } from '../../api/contract/git';
import { isObject } from '../../base/json';
import { t } from '../../base/l10n';

/** Also accepts the placeholder for a missing repository; adds the last deployment if readable. */
const schema = z.extend(gitRepository, {
  id: z.optional(gitRepository.shape.id),
  message: z.optional(z.string()),
  latestDeployment: atomicProject.shape.latestDeployment,
});

export const gitRepositoryKind = defineKind({
  id: 'gitRepository',
  parent: 'webApplication',
  names: { one: 'Git Repository', many: 'Git Repositories' },
  folder: 'git',
  suffix: 'git',
  operations: {
    read: readGitRepository,
    readsWithParent: true,
    mayBeMissing: true,
    // Only deployments of atomic projects can be read.
    completion: {
      endpoint: readAtomicProject,
      member: 'latestDeployment',
      path: ({ atomic, atomic_project_id: project }) =>
        atomic === true && typeof project === 'number' ? { atomicProjectId: project } : undefined,
      of: (answer) => (isObject(answer) ? (answer['latestDeployment'] ?? null) : null),
    },
  },
  icon: 'source-control',
  // Atomic projects deploy without a deploy script of the web application.
  offers: ({ id, atomic }) => (id !== undefined && atomic !== true ? ['editDeployScript'] : []),
  schema,
  fieldTexts: {
    message: 'Message if no repository is connected.',
    gitHost: 'Host of the repository; only with selfhostedgitlab and custom.',
    gitUser: 'User of the repository; only with selfhostedgitlab and custom.',
    repositoryData: 'Repository.',
    atomic: 'Deployed by an atomic project.',
    atomic_project_id: 'ID of the atomic project.',
    autoDeploy: 'Deploy automatically on push.',
    deployScript: 'Shell script that deploys.',
  },
  present: (resource) => {
    if (resource.id === undefined) {
      return { label: t('Git'), description: t('Not connected'), state: t('Not connected') };
    }
    const { branch, repositoryData, latestDeployment, provider, autoDeploy } = resource;
    const state = presentDeploymentState(latestDeployment?.status);
    return {
      label: t('Git'),
      description: join([branch, state.state ?? repositoryData?.repo]),
      ...state,
      facts: [
        [t('Repository'), repositoryData?.repo],
        [t('Git provider'), nameConstant(provider)],
        [t('Branch'), branch],
        [t('Automatic deployment'), yesOrNo(autoDeploy)],
        [t('Last deployment'), state.state],
        [t('Commit'), latestDeployment?.hashShort],
      ],
    };
  },
});
