import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, message, sent } from './fields';

/** Request body for creating an atomic deployment project (API §2.12). */
export const atomicProjectDraft = sent({
  name: z.string(),
  autoDeploy: z.boolean(),
  webApplication: z.int(),
});

export const deployment = answered({
  id,
  hash: z.nullish(z.string()),
  hashShort: z.nullish(z.string()),
  url: z.nullish(z.string()),
  branch: z.nullish(z.string()),
  message: z.nullish(z.string()),
  committer: z.nullish(z.string()),
  releaseName: z.nullish(z.string()),
  status: z.nullish(z.string()),
  startTime: z.nullish(z.string()),
  endTime: z.nullish(z.string()),
});
/** Observed: reads have no `webApplication`; both pull keys are credentials. */
export const atomicProject = answered({
  id,
  name: z.string(),
  active: z.nullish(z.boolean()),
  provider: z.nullish(z.string()),
  repository: z.nullish(z.string()),
  branch: z.nullish(z.string()),
  autoDeploy: z.nullish(z.boolean()),
  composerInstall: z.nullish(z.boolean()),
  composerInstallDev: z.nullish(z.boolean()),
  totalCompleted: z.nullish(z.number()),
  totalFailed: z.nullish(z.number()),
  completedNotification: z.nullish(z.boolean()),
  failedNotification: z.nullish(z.boolean()),
  pullKey1: z.nullish(z.string()),
  pullKey2: z.nullish(z.string()),
  repositoryData: z.nullish(answered({ url: z.nullish(z.string()), repo: z.nullish(z.string()) })),
  latestDeployment: z.nullish(z.partial(deployment)),
});
/** API §4 endpoint 17: returns a message without an id. */
export const createAtomicProject = defineEndpoint({
  id: 'atomicProject.create',
  method: 'POST',
  path: '/atomic',
  versions: documentedV3,
  body: atomicProjectDraft,
  answer: message,
});

export const listAtomicProjects = defineList({
  id: 'atomicProject.list',
  path: '/atomic',
  versions: observedV3,
  answer: atomicProject,
});

export const readAtomicProject = defineEndpoint({
  id: 'atomicProject.read',
  method: 'GET',
  path: '/atomic/{atomicProjectId}',
  versions: observedV3,
  answer: atomicProject,
});

export const listDeployments = defineList({
  id: 'deployment.list',
  path: '/atomic/{atomicProjectId}/deployments',
  versions: observedV3,
  answer: deployment,
});

export const readDeployment = defineEndpoint({
  id: 'deployment.read',
  method: 'GET',
  path: '/atomic/{atomicProjectId}/deployments/{deploymentId}',
  versions: observedV3,
  answer: deployment,
});

export const forceDeployAtomicProject = defineEndpoint({
  id: 'atomicProject.forceDeploy',
  method: 'PUT',
  path: '/atomic/{atomicProjectId}/forcedeploy',
  versions: observedV3,
  answer: acknowledgement,
});
