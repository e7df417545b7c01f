import * as z from 'zod/mini';
import { defineRead, defineWrite } from './endpoint';
import { answered, id, openEnum, sent } from './fields';

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

const git = '/servers/{serverId}/webapps/{webappId}/git';
const one = '/servers/{serverId}/webapps/{webappId}/git/{gitId}';

/** 4xx without a repository. */
export const readGitRepository = defineRead('git.read', git, gitRepository);

export const connectGitRepository = defineWrite('git.connect', 'POST', git, {
  body: gitRepositoryDraft,
  answer: gitRepository,
});

export const changeGitBranch = defineWrite('git.changeBranch', 'PATCH', `${one}/branch`, {
  body: sent({ branch: z.string() }),
  answer: gitRepository,
});

/** Every change of the script must state whether each push deploys. */
export const changeDeployScript = defineWrite('git.changeScript', 'PATCH', `${one}/script`, {
  body: sent({ autoDeploy: z.boolean(), deployScript: z.optional(z.string()) }),
  answer: gitRepository,
});

export const deployGitRepository = defineWrite('git.deploy', 'PUT', `${one}/script`);
export const disconnectGitRepository = defineWrite('git.disconnect', 'DELETE', one);
