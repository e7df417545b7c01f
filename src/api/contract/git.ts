import * as z from 'zod';
import { defineEndpoint, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

/** Observed: where a web application's code comes from. */
export const gitRepository = answered({
  id,
  provider: z.string().nullish(),
  gitHost: z.string().nullish(),
  gitUser: z.string().nullish(),
  branch: z.string().nullish(),
  repositoryData: answered({ url: z.string().nullish(), repo: z.string().nullish() }).nullish(),
  atomic: z.boolean().nullish(),
  atomic_project_id: z.int().nullish(),
  autoDeploy: z.boolean().nullish(),
  deployScript: z.string().nullish(),
  created_at: z.string().nullish(),
});

/** Observed: the last two only if the provider has no host of its own. */
export const gitRepositoryDraft = sent({
  provider: openEnum('github', 'gitlab', 'bitbucket', 'selfhostedgitlab', 'custom'),
  repository: z.string(),
  branch: z.string(),
  gitUser: z.string().optional(),
  gitHost: z.string().optional(),
});

/** Observed: 4xx without a repository. */
export const readGitRepository = defineEndpoint({
  id: 'git.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/git',
  versions: observedV3,
  answer: gitRepository,
});

/** Observed. */
export const connectGitRepository = defineEndpoint({
  id: 'git.connect',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/git',
  versions: observedV3,
  body: gitRepositoryDraft,
  answer: gitRepository,
});

/** Observed. */
export const changeGitBranch = defineEndpoint({
  id: 'git.changeBranch',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}/branch',
  versions: observedV3,
  body: sent({ branch: z.string() }),
  answer: gitRepository,
});

/** Observed: every change of the script must state whether each push deploys. */
export const changeDeployScript = defineEndpoint({
  id: 'git.changeScript',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}/script',
  versions: observedV3,
  body: sent({ autoDeploy: z.boolean(), deployScript: z.string().optional() }),
  answer: gitRepository,
});

/** Observed: runs the deploy script, or deploys the atomic project. */
export const deployGitRepository = defineEndpoint({
  id: 'git.deploy',
  method: 'PUT',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}/script',
  versions: observedV3,
  answer: acknowledgement,
});

/** Observed. */
export const disconnectGitRepository = defineEndpoint({
  id: 'git.disconnect',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}',
  versions: observedV3,
  answer: acknowledgement,
});
