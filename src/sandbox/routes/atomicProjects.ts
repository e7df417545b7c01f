import { Hono } from 'hono';
import type * as z from 'zod';
import { atomicProjectDraft } from '../../api/contract/atomicProject';
import { readBody } from '../http/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/fields';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { itemOf } from '../http/scope';
import { madeUpHash } from '../random';
import { serverIdOf } from '../seed/ids';
import { fakeSecret } from '../seed/secrets';
import type { AtomicProjectState, Deployment } from '../state/account';
import { contentsOf, newId, type Store } from '../state/store';
import { toTimestamp } from '../state/time';
import type { World } from '../state/world';

const draft = atomicProjectDraft.extend({ name: label });

/** Looks only into servers that have been looked into, and into the one that the id came from. */
function hasWebApplication(world: World, id: number): boolean {
  return world.servers
    .filter(({ contents, record }) => contents || record.id === serverIdOf(id))
    .some((server) => contentsOf(server).webApplications.some(({ record }) => record.id === id));
}

function create(store: Store, { name, autoDeploy, webApplication }: z.infer<typeof draft>): void {
  const id = newId(store.world);
  const repo = `example/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const record: AtomicProjectState['record'] = {
    id,
    name,
    active: true,
    provider: 'custom',
    repository: repo,
    branch: 'main',
    autoDeploy,
    composerInstall: false,
    composerInstallDev: false,
    completedNotification: false,
    failedNotification: true,
    pullKey1: fakeSecret('atomickey1', id),
    pullKey2: fakeSecret('atomickey2', id),
    repositoryData: { url: `https://git.example.com/${repo}`, repo },
  };
  store.world.atomicProjects.push({ record, webApplication, deployments: [] });
}

function deploy(store: Store, { record, deployments }: AtomicProjectState): void {
  const id = newId(store.world);
  const hash = madeUpHash(`deployment ${id}`, 40);
  const time = toTimestamp(store.now());
  deployments.unshift({
    id,
    hash,
    hashShort: hash.slice(0, 7),
    url: `${record.repositoryData.url}/commit/${hash}`,
    branch: record.branch,
    message: 'Deployed by hand',
    committer: 'Sandbox',
    releaseName: time.replaceAll(/\D/g, ''),
    status: 'Completed',
    startTime: time,
    endTime: time,
  });
}

function count(deployments: readonly Deployment[], status: string): number {
  return deployments.filter((deployment) => deployment.status === status).length;
}

/** What a read answers: no web application, and the deployments in numbers (observed). */
function toAnswer({ record, deployments }: AtomicProjectState): object {
  return {
    ...record,
    totalCompleted: count(deployments, 'Completed'),
    totalFailed: count(deployments, 'Failed'),
    latestDeployment: deployments[0] ?? null,
  };
}

function projectOf(context: SandboxContext): AtomicProjectState {
  const { atomicProjects } = context.get('store').world;
  return itemOf(context, atomicProjects, 'atomicProjectId', 'atomic project');
}

/** Atomic projects: created by reference §4 endpoint 17; the rest was observed. */
export function atomicProjectRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.post('/atomic', async (context) => {
    const body = await readBody(context, draft);
    const store = context.get('store');
    if (!hasWebApplication(store.world, body.webApplication)) {
      throw invalidField('webApplication', 'There is no web application with this id.');
    }
    create(store, body);
    return context.json({ message: 'The project was added.' });
  });

  routes.get('/atomic', (context) =>
    answerPage(context, context.get('store').world.atomicProjects.map(toAnswer), 15),
  );
  routes.get('/atomic/:atomicProjectId', (context) => context.json(toAnswer(projectOf(context))));
  routes.get('/atomic/:atomicProjectId/deployments', (context) =>
    answerPage(context, projectOf(context).deployments, 20),
  );
  routes.put('/atomic/:atomicProjectId/forcedeploy', (context) => {
    deploy(context.get('store'), projectOf(context));
    return context.json({ message: 'The deployment was started.' });
  });
  return routes;
}
