import { Hono } from 'hono';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';
import { answerArray } from '../http/paging';
import { domainOf, serverOf } from '../http/scope';

/** The records that a domain needs: all observed. */
export function dnsRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/webapps/:webappId/domains/:domainId/dns', (context) => {
    const { name, www } = domainOf(context).record;
    const { ipAddress } = serverOf(context).record;
    const type = ipAddress.includes(':') ? 'AAAA' : 'A';
    const alias = { type: 'CNAME', hostname: `www.${name}`, content: name };
    return answerArray(context, [
      { type, hostname: name, content: ipAddress },
      ...(www === 1 && !name.startsWith('*.') ? [alias] : []),
    ]);
  });
  return routes;
}
