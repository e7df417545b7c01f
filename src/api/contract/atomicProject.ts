import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, message, sent } from './fields';

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

const all = '/atomic';
const one = '/atomic/{atomicProjectId}';

/** API §4 endpoint 17: returns a message without an id. */
export const createAtomicProject = defineWrite('atomicProject.create', 'POST', all, {
  versions: documentedV3,
  body: atomicProjectDraft,
  answer: message,
});

export const listAtomicProjects = defineList('atomicProject.list', all, atomicProject);
export const readAtomicProject = defineRead('atomicProject.read', one, atomicProject);
export const listDeployments = defineList('deployment.list', `${one}/deployments`, deployment);

export const readDeployment = defineRead(
  'deployment.read',
  `${one}/deployments/{deploymentId}`,
  deployment,
);

export const forceDeployAtomicProject = defineWrite(
  'atomicProject.forceDeploy',
  'PUT',
  `${one}/forcedeploy`,
);
