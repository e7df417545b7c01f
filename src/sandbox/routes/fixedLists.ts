import { Hono } from 'hono';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';
import { answerArray } from '../http/paging';

const shared = ['latin1_swedish_ci', 'utf8mb3_general_ci', 'utf8mb4_bin', 'utf8mb4_general_ci'];
const mysql = [...shared, 'utf8mb4_0900_ai_ci', 'utf8mb4_0900_as_cs', 'utf8mb4_unicode_ci'];
const mariadb = [
  ...shared,
  'utf8mb4_uca1400_ai_ci',
  'utf8mb4_unicode_ci',
  'utf8mb4_unicode_520_ci',
];

const protocols = ['TLSv1.1', 'TLSv1.2', 'TLSv1.3'].map((name, at) => ({ id: at + 1, name }));

/** The time zones that the service knows; not all JavaScript engines list UTC. */
export function timeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** Collations, protocols of certificates and time zones to choose from: all observed. */
export function fixedListRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/static/databases/collations/mysql', (context) => answerArray(context, mysql));
  routes.get('/static/databases/collations/mariadb', (context) => answerArray(context, mariadb));
  routes.get('/static/ssl/protocols', (context) => answerArray(context, protocols));
  routes.get('/static/timezones', (context) => answerArray(context, timeZones()));
  return routes;
}

/** v2 has one list for both databases. */
export function collationRoutesOfV2(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/static/databases/collations', (context) =>
    answerArray(context, [...new Set([...mysql, ...mariadb])]),
  );
  return routes;
}
