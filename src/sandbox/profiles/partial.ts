import type { SandboxMiddleware } from '../http/environment';
import { answerRefusal, Refusal } from '../http/refusal';

const id = String.raw`\d+`;
const app = `servers/${id}/webapps/${id}`;

/** The nineteen endpoints of the reference (API §4), by method, version and path. */
const documented: readonly RegExp[] = [
  'GET v[23]/ping',
  'POST v3/servers',
  `POST v3/servers/${id}/supervisors`,
  `(POST|GET) v2/servers/${id}/cronjobs`,
  'POST v3/settings/externalapi',
  `PATCH v3/settings/externalapi/${id}`,
  `POST v3/servers/${id}/security/firewalls`,
  `GET v3/settings/wordpress/canvas/${id}`,
  `POST v3/${app}/domains/${id}/ssl`,
  `PATCH v3/servers/${id}/ssh/config`,
  `PATCH v[23]/servers/${id}/settings/ssh`,
  `GET v3/${app}/platformcache`,
  `GET v3/${app}/waf`,
  `PATCH v3/${app}/platformhub`,
  'POST v3/atomic',
  `PATCH v3/servers/${id}/users/${id}/password`,
  `POST v2/servers/${id}/databaseusers`,
].map((call) => new RegExp(`^${call}$`));

/** Offers only the reference's endpoints, and answers 404 to everything else. */
export const documentedAlone = offering((call) => documented.some((each) => each.test(call)));

/** Offers v2, and answers 404 to all of v3. */
export const v2Alone = offering((call) => call.includes(' v2/'));

/** @param isOffered receives a call such as `GET v2/ping`. */
function offering(isOffered: (call: string) => boolean): SandboxMiddleware {
  return async (context, next) => {
    const { method, path } = context.req;
    if (isOffered(`${method} ${path.replace(/^\/api\//, '')}`)) return next();
    return answerRefusal(context, new Refusal(404, 'The requested resource is unavailable.'));
  };
}
