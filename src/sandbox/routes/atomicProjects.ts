import { Hono } from 'hono';
import * as z from 'zod/mini';
import { atomicProjectDraft } from '../../api/contract/atomicProject';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { itemOf } from '../http/scope';
import { serverIdOf } from '../seed/ids';
import { fakeSecret } from '../seed/secrets';
import type { AtomicProjectState, Deployment } from '../state/account';
import { deployProject, settleProject } from '../state/deployments';
import { contentsOf, newId, type Store } from '../state/store';
import type { World } from '../state/world';

const draft = z.extend(atomicProjectDraft, { name: label });

/**
 * Checks only servers whose contents were already requested, and the one that the id belongs to.
 */
function hasWebApplication(world: World, id: number | null): boolean {
  if (id === null) return false;
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
  store.world.atomicProjects.push({ record, webApplication, deployments: [], pending: [] });
}

function count(deployments: readonly Deployment[], status: string): number {
  // A state stored by an older sandbox is capitalized differently.
  return deployments.filter((deployment) => deployment.status.toUpperCase() === status).length;
}

/** The answer to a read: no web application, and deployment counts (observed). */
function toAnswer({ record, deployments }: AtomicProjectState): object {
  return {
    ...record,
    totalCompleted: count(deployments, 'COMPLETED'),
    totalFailed: count(deployments, 'FAILED'),
    latestDeployment: deployments[0] ?? null,
  };
}

function projectsOf(context: SandboxContext): AtomicProjectState[] {
  const store = context.get('store');
  const { atomicProjects } = store.world;
  for (const project of atomicProjects) settleProject(project, store.now());
  return atomicProjects;
}

function projectOf(context: SandboxContext): AtomicProjectState {
  return itemOf(context, projectsOf(context), 'atomicProjectId', 'atomic project');
}

/** Atomic projects: created by API §4 endpoint 17; the rest was observed. */
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

  routes.get('/atomic', (context) => answerPage(context, projectsOf(context).map(toAnswer), 15));
  routes.get('/atomic/:atomicProjectId', (context) => context.json(toAnswer(projectOf(context))));
  routes.get('/atomic/:atomicProjectId/deployments', (context) =>
    answerPage(context, projectOf(context).deployments, 20),
  );
  routes.put('/atomic/:atomicProjectId/forcedeploy', (context) => {
    const store = context.get('store');
    const project = projectOf(context);
    deployProject(store, project, hasWebApplication(store.world, project.webApplication));
    return context.json({ message: 'The deployment was started.' });
  });
  return routes;
}

/** A single deployment, and taking a web application out of a project: all observed. */
export function deploymentRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/atomic/:atomicProjectId/deployments/:deploymentId', (context) =>
    context.json(itemOf(context, projectOf(context).deployments, 'deploymentId', 'deployment')),
  );
  // It isn't known where clients get this id from; the web application's own id is accepted.
  routes.delete('/atomic/:atomicProjectId/webapps/:atomicWebappId', (context) => {
    const project = projectOf(context);
    const { webApplication: id } = project;
    itemOf(context, id === null ? [] : [{ id }], 'atomicWebappId', 'web application');
    project.webApplication = null;
    return context.json({});
  });
  return routes;
}
