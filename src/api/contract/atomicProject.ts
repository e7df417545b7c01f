import * as z from 'zod';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, message, sent } from './fields';

/** Request body for creating an atomic deployment project (API §2.12). */
export const atomicProjectDraft = sent({
  name: z.string(),
  autoDeploy: z.boolean(),
  webApplication: z.int(),
});

/** Observed: a deployment of an atomic project. */
export const deployment = answered({
  id,
  hash: z.string().nullish(),
  hashShort: z.string().nullish(),
  url: z.string().nullish(),
  branch: z.string().nullish(),
  message: z.string().nullish(),
  committer: z.string().nullish(),
  releaseName: z.string().nullish(),
  status: z.string().nullish(),
  startTime: z.string().nullish(),
  endTime: z.string().nullish(),
});
/** Observed: reads have no `webApplication`; both pull keys are credentials. */
export const atomicProject = answered({
  id,
  name: z.string(),
  active: z.boolean().nullish(),
  provider: z.string().nullish(),
  repository: z.string().nullish(),
  branch: z.string().nullish(),
  autoDeploy: z.boolean().nullish(),
  composerInstall: z.boolean().nullish(),
  composerInstallDev: z.boolean().nullish(),
  totalCompleted: z.number().nullish(),
  totalFailed: z.number().nullish(),
  completedNotification: z.boolean().nullish(),
  failedNotification: z.boolean().nullish(),
  pullKey1: z.string().nullish(),
  pullKey2: z.string().nullish(),
  repositoryData: answered({ url: z.string().nullish(), repo: z.string().nullish() }).nullish(),
  latestDeployment: deployment.partial().nullish(),
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

/** Observed. */
export const listAtomicProjects = defineList({
  id: 'atomicProject.list',
  path: '/atomic',
  versions: observedV3,
  answer: atomicProject,
});

/** Observed. */
export const readAtomicProject = defineEndpoint({
  id: 'atomicProject.read',
  method: 'GET',
  path: '/atomic/{atomicProjectId}',
  versions: observedV3,
  answer: atomicProject,
});

/** Observed. */
export const listDeployments = defineList({
  id: 'deployment.list',
  path: '/atomic/{atomicProjectId}/deployments',
  versions: observedV3,
  answer: deployment,
});

/** Observed. */
export const readDeployment = defineEndpoint({
  id: 'deployment.read',
  method: 'GET',
  path: '/atomic/{atomicProjectId}/deployments/{deploymentId}',
  versions: observedV3,
  answer: deployment,
});

/** Observed. */
export const forceDeployAtomicProject = defineEndpoint({
  id: 'atomicProject.forceDeploy',
  method: 'PUT',
  path: '/atomic/{atomicProjectId}/forcedeploy',
  versions: observedV3,
  answer: acknowledgement,
});
