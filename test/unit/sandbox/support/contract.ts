import * as atomicProject from '../../../../src/api/contract/atomicProject';
import * as cacheConfiguration from '../../../../src/api/contract/cacheConfiguration';
import * as canvas from '../../../../src/api/contract/canvas';
import * as cronJob from '../../../../src/api/contract/cronJob';
import * as database from '../../../../src/api/contract/database';
import * as databaseUser from '../../../../src/api/contract/databaseUser';
import * as domain from '../../../../src/api/contract/domain';
import * as domainSsl from '../../../../src/api/contract/domainSsl';
import type { ApiVersion, Endpoint } from '../../../../src/api/contract/endpoint';
import * as firewallRule from '../../../../src/api/contract/firewallRule';
import * as hubCache from '../../../../src/api/contract/hubCache';
import * as integration from '../../../../src/api/contract/integration';
import * as ping from '../../../../src/api/contract/ping';
import * as server from '../../../../src/api/contract/server';
import * as serverFacts from '../../../../src/api/contract/serverFacts';
import * as ssh from '../../../../src/api/contract/ssh';
import * as supervisorJob from '../../../../src/api/contract/supervisorJob';
import * as systemUser from '../../../../src/api/contract/systemUser';
import * as waf from '../../../../src/api/contract/waf';
import * as webApplication from '../../../../src/api/contract/webApplication';

const families: readonly object[] = [
  atomicProject,
  cacheConfiguration,
  canvas,
  cronJob,
  database,
  databaseUser,
  domain,
  domainSsl,
  firewallRule,
  hubCache,
  integration,
  ping,
  server,
  serverFacts,
  ssh,
  supervisorJob,
  systemUser,
  waf,
  webApplication,
];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'versions' in value && 'path' in value;
}

/** Every operation of the client's contract. */
export const contractEndpoints: readonly Endpoint[] = families
  .flatMap((family) => Object.values(family))
  .filter(isEndpoint);

/** The versions that offer an operation. */
export function versionsOf({ versions }: Endpoint): ApiVersion[] {
  return (['v2', 'v3'] as const).filter((version) => version in versions);
}
