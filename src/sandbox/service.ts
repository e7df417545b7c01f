import { Hono } from 'hono';
import { controlRoutes } from './control';
import type { Faults } from './faults/faults';
import { type Credentials, identifyCaller, requireCaller } from './http/authentication';
import { requireContentHeaders } from './http/input/contentHeaders';
import type { SandboxEnv, SandboxMiddleware, SandboxRoutes } from './http/environment';
import { requireHost } from './http/requireHost';
import { type RateLimit, RateLimiter } from './http/rateLimit';
import { createErrorHandler } from './http/refusal';
import { middlewareOf, type Profile } from './profiles/profiles';
import { RequestLog } from './http/requestLog';
import { createUnknownRouteHandler } from './http/unknownRoute';
import type { Group } from './routes/groups';
import { v2Routes, v3Routes } from './routes/versions';
import type { Store } from './state/store';

interface ServiceOptions {
  readonly store: Store;
  readonly credentials: Credentials;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  readonly profile?: Profile | undefined;
  /** Groups of operations that it doesn't offer. */
  readonly without?: readonly Group[] | undefined;
  /** The host names that it accepts. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives internal errors of the sandbox, for people to read. */
  readonly report: (message: string) => void;
}

const noteChanges: SandboxMiddleware = async (context, next) => {
  await next();
  if (context.req.method !== 'GET' && context.res.ok) context.get('store').changed();
};

/** The service as an app that answers requests, with or without a socket. */
export function createService(options: ServiceOptions): SandboxRoutes {
  const { store, credentials, faults, rateLimit, hosts, now, report } = options;
  const requests = new RequestLog(now);
  const limiter = new RateLimiter(rateLimit, now);
  const app = new Hono<SandboxEnv>();
  app.onError(createErrorHandler(report));
  app.notFound(createUnknownRouteHandler(app));

  app.use(async (context, next) => {
    context.set('store', store);
    await next();
  });
  app.use(requireHost(hosts));
  app.route('/__sandbox', controlRoutes({ credentials, faults, requests, limiter }));

  app.use(identifyCaller(credentials));
  app.use(requests.middleware);
  if (options.profile) app.use(middlewareOf(options.profile));
  app.use(limiter.middleware);
  app.use(faults.middleware);
  app.use(requireCaller);
  app.use(requireContentHeaders);
  app.use(noteChanges);
  app.route('/api/v2', v2Routes(options.without));
  app.route('/api/v3', v3Routes(options.without));
  return app;
}
