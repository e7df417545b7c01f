import * as z from '../schemas';
import { defineEndpoint, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

export const gitRepository = answered({
  id,
  provider: z.nullish(z.string()),
  gitHost: z.nullish(z.string()),
  gitUser: z.nullish(z.string()),
  branch: z.nullish(z.string()),
  repositoryData: z.nullish(answered({ url: z.nullish(z.string()), repo: z.nullish(z.string()) })),
  atomic: z.nullish(z.boolean()),
  atomic_project_id: z.nullish(z.int()),
  autoDeploy: z.nullish(z.boolean()),
  deployScript: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});

/** Observed: the last two only if the provider has no host of its own. */
export const gitRepositoryDraft = sent({
  provider: openEnum('github', 'gitlab', 'bitbucket', 'selfhostedgitlab', 'custom'),
  repository: z.string(),
  branch: z.string(),
  gitUser: z.optional(z.string()),
  gitHost: z.optional(z.string()),
});

/** 4xx without a repository. */
export const readGitRepository = defineEndpoint({
  id: 'git.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/git',
  versions: observedV3,
  answer: gitRepository,
});

export const connectGitRepository = defineEndpoint({
  id: 'git.connect',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/git',
  versions: observedV3,
  body: gitRepositoryDraft,
  answer: gitRepository,
});

export const changeGitBranch = defineEndpoint({
  id: 'git.changeBranch',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}/branch',
  versions: observedV3,
  body: sent({ branch: z.string() }),
  answer: gitRepository,
});

/** Every change of the script must state whether each push deploys. */
export const changeDeployScript = defineEndpoint({
  id: 'git.changeScript',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}/script',
  versions: observedV3,
  body: sent({ autoDeploy: z.boolean(), deployScript: z.optional(z.string()) }),
  answer: gitRepository,
});

export const deployGitRepository = defineEndpoint({
  id: 'git.deploy',
  method: 'PUT',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}/script',
  versions: observedV3,
  answer: acknowledgement,
});

export const disconnectGitRepository = defineEndpoint({
  id: 'git.disconnect',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/git/{gitId}',
  versions: observedV3,
  answer: acknowledgement,
});
