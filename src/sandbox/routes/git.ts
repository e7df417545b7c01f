import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { readBody } from '../http/input/body';
import { branch, label, repository } from '../http/input/fields';
import { invalidField, Refusal } from '../http/refusal';
import { itemOf, serverContentsOf, webApplicationOf } from '../http/scope';
import { madeUpHash } from '../random';
import { seedDate } from '../seed/dates';
import type { AtomicProjectState } from '../state/account';
import { deployProject, deployRepository } from '../state/deployments';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';
import type { GitRepository } from '../state/webApplication';

/** The host of each provider's repositories; the others name their own. */
const hosts: Readonly<Record<string, string | undefined>> = {
  bitbucket: 'bitbucket.org',
  github: 'github.com',
  gitlab: 'gitlab.com',
};
const ownHosts = ['selfhostedgitlab', 'custom'];

const draft = z.object({
  provider: z.enum([...Object.keys(hosts), ...ownHosts], 'There is no such provider.'),
  repository,
  branch,
  gitUser: z.nullish(label),
  gitHost: z.nullish(label),
});
type Draft = z.infer<typeof draft>;

const script = z.object({ autoDeploy: z.boolean(), deployScript: z.nullish(z.string()) });

/** Where a web application's code comes from: its own repository, or an atomic project's. */
type Source =
  | { readonly git: GitRepository; readonly project?: undefined }
  | { readonly project: AtomicProjectState; readonly git?: undefined };

function findSource(context: SandboxContext): Source | undefined {
  const { record, git } = webApplicationOf(context);
  if (git) return { git };
  const { atomicProjects } = context.get('store').world;
  const project = atomicProjects.find(({ webApplication }) => webApplication === record.id);
  return project && { project };
}

/** The source that the path identifies; throws a 404 if there is none. */
function sourceOf(context: SandboxContext): Source {
  const source = findSource(context);
  const sources = source ? [{ ...source, id: (source.git ?? source.project).record.id }] : [];
  return itemOf(context, sources, 'gitId', 'git repository');
}

function toAnswer({ git, project }: Source): object {
  if (git) {
    const { created_at, ...record } = git.record;
    return { ...record, atomic: false, atomic_project_id: null, created_at };
  }
  const { id, provider, branch, repositoryData, autoDeploy } = project.record;
  return {
    id,
    provider,
    gitHost: 'git.example.com',
    gitUser: 'git',
    branch,
    repositoryData,
    atomic: true,
    atomic_project_id: id,
    autoDeploy,
    deployScript: null,
    created_at: project.deployments.at(-1)?.startTime ?? seedDate(280),
  };
}

function toRecord(context: SandboxContext, given: Draft): GitRepository['record'] {
  const { provider, repository: repo } = given;
  const isOwn = ownHosts.includes(provider);
  for (const field of isOwn ? (['gitUser', 'gitHost'] as const) : []) {
    if (!given[field])
      throw invalidField(field, `This field is required when provider is ${provider}.`);
  }
  const host = isOwn ? given.gitHost : hosts[provider];
  const store = context.get('store');
  return {
    id: newId(store.world),
    provider,
    gitHost: isOwn ? (given.gitHost ?? null) : null,
    gitUser: isOwn ? (given.gitUser ?? null) : null,
    branch: given.branch,
    repositoryData: { url: `https://${host}/${repo}`, repo },
    autoDeploy: false,
    deployScript: null,
    created_at: toTimestamp(store.now()),
  };
}

async function connect(context: SandboxContext): Promise<Source> {
  const webApplication = webApplicationOf(context);
  const given = await readBody(context, draft);
  if (findSource(context)) throw new Refusal(422, 'The web application has a repository already.');
  const git: GitRepository = { record: toRecord(context, given), pending: null };
  webApplication.git = git;
  return { git };
}

async function changeScript(context: SandboxContext, source: Source): Promise<void> {
  const { autoDeploy, deployScript } = await readBody(context, script);
  if (source.git) {
    const { record } = source.git;
    record.deployScript = deployScript === undefined ? record.deployScript : deployScript;
  } else if (deployScript) {
    throw invalidField('deployScript', 'An atomic project has no script.');
  }
  (source.git ?? source.project).record.autoDeploy = autoDeploy;
}

function deploy(context: SandboxContext, { git, project }: Source): void {
  const store = context.get('store');
  if (project) return deployProject(store, project, true);
  if (git.pending) throw new Refusal(422, 'A deployment is running already.');
  deployRepository(store, git, webApplicationOf(context).log);
}

/** Git repositories of web applications: all observed. */
export function gitRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  addRepositoryRoutes(routes);
  addDeployRoutes(routes);
  return routes;
}

function addRepositoryRoutes(routes: SandboxRoutes): void {
  routes.get('/servers/:serverId/webapps/:webappId/git', (context) => {
    const source = findSource(context);
    if (!source) throw new Refusal(404, 'The web application has no git repository.');
    return context.json(toAnswer(source));
  });
  routes.post('/servers/:serverId/webapps/:webappId/git', async (context) =>
    context.json(toAnswer(await connect(context))),
  );
  routes.delete('/servers/:serverId/webapps/:webappId/git/:gitId', (context) => {
    const source = sourceOf(context);
    if (source.project) throw new Refusal(422, 'The repository belongs to an atomic project.');
    webApplicationOf(context).git = null;
    return context.json(toAnswer(source));
  });
}

function addDeployRoutes(routes: SandboxRoutes): void {
  routes.patch('/servers/:serverId/webapps/:webappId/git/:gitId/branch', async (context) => {
    const source = sourceOf(context);
    const body = await readBody(context, z.object({ branch }));
    (source.git ?? source.project).record.branch = body.branch;
    return context.json(toAnswer(source));
  });
  routes.patch('/servers/:serverId/webapps/:webappId/git/:gitId/script', async (context) => {
    const source = sourceOf(context);
    await changeScript(context, source);
    return context.json(toAnswer(source));
  });
  routes.put('/servers/:serverId/webapps/:webappId/git/:gitId/script', (context) => {
    deploy(context, sourceOf(context));
    return context.json({});
  });

  // The answer's key is public: the private one never leaves the server.
  routes.patch('/servers/:serverId/users/:systemUserId/deploymentkey', (context) => {
    const { systemUsers } = serverContentsOf(context);
    const user = itemOf(context, systemUsers, 'systemUserId', 'system user');
    const fresh = madeUpHash(`deploymentkey ${newId(context.get('store').world)}`, 40);
    user.deploymentKey = `ssh-rsa AAAA${fresh} ${user.username}@example.com`;
    return context.json(user);
  });
}
