import { documented } from './literal/documented';
import { observed } from './literal/observed';
import type { Values } from './literal/operation';
import { newWebApplication } from '../support/newWebApplications';
import type { RawService } from '../support/rawService';

type Item = Readonly<Record<string, unknown>>;

const server = '/api/v3/servers/1';

/** Adds resources to a new sandbox that the seed data may lack, and returns their ids. */
export async function prepare(service: RawService): Promise<Values> {
  const post = async (path: string, body: unknown): Promise<number> =>
    idOf((await service.send('POST', path, { body })).json);
  const user = (username: string): Promise<number> =>
    post(`${server}/databaseusers`, { username, password: 'correct horse battery staple' });
  const grantedUserId = await user('granted');
  const ungrantedUserId = await user('ungranted');
  const databaseId = await post(`${server}/databases`, { name: 'granted' });
  await post(`${server}/databases/${databaseId}/grant`, { id: grantedUserId });
  const plainWebappId = await post(`${server}/webapps/custom`, newWebApplication);
  return { grantedUserId, ungrantedUserId, databaseId, plainWebappId };
}

const sharedSsl = {
  provider: 'letsencrypt',
  enableHttp: false,
  enableHsts: true,
  authorizationMethod: 'http-01',
  environment: 'live',
};

/** Adds resources that few operations need: a web application that has everything. */
export async function prepareFurther(service: RawService): Promise<Values> {
  const post = async (path: string, body: unknown): Promise<number> =>
    idOf((await service.send('POST', path, { body })).json);
  const draft = { ...newWebApplication, name: 'furnished', domainName: 'furnished.example.com' };
  const furnishedWebappId = await post(`${server}/webapps/custom`, draft);
  const furnished = `${server}/webapps/${furnishedWebappId}`;
  const installerId = await post(`${furnished}/installer`, { name: 'joomla' });
  const repository = { provider: 'github', repository: 'shop/furnished', branch: 'main' };
  const gitId = await post(`${furnished}/git`, repository);
  await service.send('POST', `${furnished}/ssl`, { body: sharedSsl });
  const sharedSslId = idOf(await service.read(`${furnished}/ssl`));
  await service.send('POST', `${furnished}/waf`, { body: {} });
  const rule = { field: 'uri', operator: 'eq', value: '/', operation: 'block' };
  const wafRuleId = await post(`${furnished}/waf/rules`, rule);
  await service.send('POST', `${server}/webapps/101/platformcache/upgrade`);
  const [deployment] = await service.readAll('/api/v3/atomic/1/deployments');
  return {
    furnishedWebappId,
    installerId,
    gitId,
    deploymentId: idOf(deployment),
    atomicWebappId: 102,
    sharedSslId,
    wafRuleId,
    upgradableWebappId: 103,
  };
}

/** Finds one of every other resource in the seeded sandbox by reading it. */
export async function findValues(service: RawService): Promise<Values> {
  const [user] = (await service.readAll(`${server}/users`)).filter((each) => each['deleteable']);
  const integrations = (await service.read('/api/v3/settings/externalapi')) as { data: Item[] };
  const blocked = (await service.read(`${server}/security/fail2ban/blockedip`)) as string[];
  const services = (await service.read(`${server}/services`)) as Record<string, Item>;
  const first = async (path: string): Promise<number> => idOf((await service.readAll(path))[0]);
  return {
    serverId: 1,
    ...(await findItems(service)),
    ...(await findWebApplication(service)),
    systemUserId: idOf(user),
    systemUserName: String(user?.['username']),
    apiId: idOf(integrations.data[0]),
    canvasId: await first('/api/v3/settings/wordpress/canvas'),
    atomicProjectId: await first('/api/v3/atomic'),
    blockedAddress: String(blocked[0]),
    realName: String(Object.values(services)[0]?.['realName']),
  };
}

/** The first item of every list of the server that isn't empty, by the placeholder of its path. */
async function findItems(service: RawService): Promise<Values> {
  const found: Record<string, number> = {};
  for (const { method, path } of [...documented, ...observed]) {
    const [, list, name] = itemPath.exec(path) ?? [];
    if (method !== 'GET' || list === undefined || name === undefined) continue;
    const [item] = await service.readAll(`${server}/${list}`);
    if (item) found[name] = idOf(item);
  }
  return found;
}

/** The path of an item of a server's list, such as `/api/v3/servers/{serverId}/users/{systemUserId}`. */
const itemPath = /^\/api\/v3\/servers\/\{serverId\}\/([\w/]+)\/\{(\w+Id)\}$/;

/** A web application with a cache, WAF and hub, and one of its domains with a certificate. */
async function findWebApplication(service: RawService): Promise<Values> {
  for (const webApplication of await service.readAll(`${server}/webapps`)) {
    const at = `${server}/webapps/${idOf(webApplication)}`;
    const parts = ['platformcache', 'waf', 'platformhub'];
    const answers = await Promise.all(parts.map((part) => service.send('GET', `${at}/${part}`)));
    if (answers.some(({ status }) => status !== 200)) continue;
    for (const domain of await service.readAll(`${at}/domains`)) {
      const certificate = await service.send('GET', `${at}/domains/${idOf(domain)}/ssl`);
      const { id: sslId } = certificate.json as { id?: number };
      if (sslId !== undefined)
        return { webappId: idOf(webApplication), domainId: idOf(domain), sslId };
    }
  }
  throw new Error('The sandbox has no web application with cache, WAF, hub and a certificate.');
}

function idOf(item: unknown): number {
  const { id } = item as { id?: unknown };
  if (typeof id !== 'number') throw new Error(`There is no id in ${JSON.stringify(item)}.`);
  return id;
}

/** The path of a list of v2 that is longer than the largest page. */
export async function findLongList(service: RawService): Promise<string> {
  for (const found of await service.readAll('/api/v3/servers')) {
    const path = `/api/v2/servers/${idOf(found)}/cronjobs`;
    if ((await service.readAll(path)).length > 40) return path;
  }
  throw new Error('The sandbox has no server with more than forty cron jobs.');
}
