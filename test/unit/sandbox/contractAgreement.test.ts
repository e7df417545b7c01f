import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { type Endpoint, isList } from '../../../src/api/contract/endpoint';
import { further } from '../../contract/literal/further';
import { answered } from '../../contract/literal/observed';
import { contentsOf } from '../../../src/sandbox/state/store';
import { contractEndpoints, versionsOf } from './support/contract';
import { createTestService, type TestService } from './support/service';

type Ids = Readonly<Record<string, number>>;

/** The ids for paths: of each account-level resource, and of everything on each server. */
function pathIds({ store: { world } }: TestService): Ids[] {
  const belowServers = world.servers.flatMap((server): Ids[] => {
    const serverId = server.record.id;
    const contents = contentsOf(server);
    const ids = (name: string, items: readonly { id: number }[]): Ids[] =>
      items.map(({ id }) => ({ serverId, [name]: id }));
    return [
      { serverId },
      ...Object.entries(contents).flatMap(([name, items]) =>
        ids(name.replace(/s$/, 'Id'), withId(items)),
      ),
      ...ids('firewallId', contents.firewallRules),
      ...contents.databases.map(({ record }) => ({ serverId, databaseId: record.id })),
      ...contents.supervisorJobs.map(({ record }) => ({ serverId, supervisorId: record.id })),
      ...contents.webApplications.flatMap((webApplication) => {
        const webappId = webApplication.record.id;
        const below = webApplication.domains.map(({ record }) => record.id);
        return [
          { serverId, webappId },
          ...(webApplication.installer
            ? [{ serverId, webappId, installerId: webApplication.installer.id }]
            : []),
          ...below.map((domainId) => ({ serverId, webappId, domainId })),
        ];
      }),
    ];
  });
  return [
    {},
    ...world.integrations.map(({ id }) => ({ apiId: id })),
    ...world.canvases.map(({ id }) => ({ canvasId: id })),
    ...world.atomicProjects.map(({ record }) => ({ atomicProjectId: record.id })),
    ...world.atomicProjects.flatMap(({ record, deployments }) =>
      deployments.map(({ id }) => ({ atomicProjectId: record.id, deploymentId: id })),
    ),
    ...belowServers,
  ];
}

/** The items of a list that have an id, as `sshKeys` do. */
function withId(items: unknown): readonly { id: number }[] {
  return z.array(z.object({ id: z.number() })).safeParse(items).data ?? [];
}

/** The path with these ids; undefined if it needs others. */
function fill(path: string, ids: Ids): string | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.sort().join(' ') !== Object.keys(ids).sort().join(' ')) return undefined;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
}

const rows = z.union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) })]);

function itemsOf(answer: unknown): unknown[] {
  const list = rows.parse(answer);
  return Array.isArray(list) ? list : list.data;
}

function parseAnswer(endpoint: Endpoint, answer: unknown): void {
  const answers = isList(endpoint) ? itemsOf(answer) : [answer];
  for (const each of answers) endpoint.answer.parse(each);
}

function operations(paths: readonly (readonly [method: string, path: string])[]): string[] {
  return paths
    .map(([method, path]) => `${method} ${path.replaceAll(/\{\w+\}|:\w+/g, '{}')}`)
    .sort();
}

describe('The sandbox and the contract', () => {
  it('have the same operations in the same versions, although they were written independently', () => {
    const { app } = createTestService();
    const served = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => [method, path] as const);
    const stated = contractEndpoints.flatMap((endpoint) =>
      versionsOf(endpoint).map(
        (version) => [endpoint.method, `/api/${version}${endpoint.path}`] as const,
      ),
    );
    // A service offers more than the client uses.
    const unused = [...further, ...answered].map(({ method, path }) => [method, path] as const);
    const expected = [...new Set(operations([...stated, ...unused]))];
    assert.deepEqual(operations(served), expected);
  });

  const service = createTestService();
  const ids = pathIds(service);
  /** The paths of what is only in lists, because nothing changes it. */
  const listedPaths = async (path: string, version: string): Promise<readonly string[]> => {
    const [, above = '', own = ''] = /^(.*)\/(\{\w+\})$/.exec(path) ?? [];
    const lists = own === '' ? [] : ids.flatMap((each) => fill(above, each) ?? []);
    const found = lists.map(async (list) => {
      const answer = await service.call('GET', `/api/${version}${list}`);
      return answer.status === 200
        ? withId(itemsOf(answer.json)).map(({ id }) => `${list}/${id}`)
        : [];
    });
    return (await Promise.all(found)).flat();
  };
  for (const endpoint of contractEndpoints.filter(({ method }) => method === 'GET')) {
    for (const version of versionsOf(endpoint)) {
      it(`agree on the answer to GET /api/${version}${endpoint.path}`, async () => {
        const known = ids.flatMap((each) => fill(endpoint.path, each) ?? []);
        const paths = known.length > 0 ? known : await listedPaths(endpoint.path, version);
        let answered = 0;
        for (const path of paths) {
          const answer = await service.call('GET', `/api/${version}${path}`);
          if (answer.status === 404) continue; // Not everything has a WAF, hub or certificate.
          assert.equal(answer.status, 200, `${path}: ${answer.text}`);
          parseAnswer(endpoint, answer.json);
          answered += 1;
        }
        assert.ok(answered > 0, 'no path returned an answer');
      });
    }
  }
});
