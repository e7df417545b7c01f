import { Hono } from 'hono';
import * as z from 'zod/mini';
import { type Faults } from './faults/faults';
import { FaultSpecError } from './faults/faultSpec';
import { type Credentials, identify } from './http/authentication';
import { readBody } from './http/input/body';
import type { SandboxEnv, SandboxRoutes } from './http/environment';
import { Refusal } from './http/refusal';
import type { RateLimiter } from './http/rateLimit';
import type { RequestLog } from './http/requestLog';
import { summarize } from './state/summary';

interface Control {
  readonly credentials: Credentials;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly limiter: RateLimiter;
}

function addFault(faults: Faults, spec: string): void {
  try {
    faults.add(spec);
  } catch (error) {
    throw error instanceof FaultSpecError ? new Refusal(422, error.message) : error;
  }
}

/**
 * `/__sandbox/…`: controls the sandbox itself, for tests and curious people. These paths aren't
 * part of the service: they only need the token, and are neither counted nor recorded.
 */
export function controlRoutes({ credentials, faults, requests, limiter }: Control): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.use(async (context, next) => {
    const header = context.req.header('Authorization');
    if (identify(credentials, header, context.req.path) !== 'token') {
      throw new Refusal(401, "The control paths need the sandbox's token.");
    }
    await next();
  });

  routes.get('/faults', (context) => context.json({ faults: faults.list }));
  routes.post('/faults', async (context) => {
    const { spec } = await readBody(context, z.object({ spec: z.string() }));
    addFault(faults, spec);
    return context.json({ faults: faults.list });
  });
  routes.delete('/faults', (context) => {
    faults.clear();
    return context.json({});
  });

  routes.get('/requests', (context) => context.json({ requests: requests.requests }));
  routes.delete('/requests', (context) => {
    requests.clear();
    return context.json({});
  });

  routes.post('/reset', (context) => {
    context.get('store').reset();
    limiter.clear();
    return context.json({});
  });
  routes.get('/state', (context) => context.json(summarize(context.get('store').world)));

  routes.all('*', (context) => {
    throw new Refusal(404, `The sandbox has no control path "${context.req.path}".`);
  });
  return routes;
}
