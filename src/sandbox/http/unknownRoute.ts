import { answerRefusal, Refusal } from './refusal';
import type { SandboxContext, SandboxRoutes } from './environment';

interface KnownRoute {
  readonly method: string;
  readonly path: RegExp;
}

function knownRoutes(routes: SandboxRoutes): KnownRoute[] {
  return routes.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({
      method,
      path: new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}$`),
    }));
}

/** Answers requests without a route: 405 if the path exists for another method, else 404. */
export function createUnknownRouteHandler(
  routes: SandboxRoutes,
): (context: SandboxContext) => Response {
  let known: readonly KnownRoute[] | undefined;
  return (context) => {
    known ??= knownRoutes(routes);
    const { path } = context.req;
    const methods = known.filter((route) => route.path.test(path)).map(({ method }) => method);
    if (methods.length === 0) {
      return answerRefusal(context, new Refusal(404, 'The requested resource is unavailable.'));
    }
    const allowed = [...new Set(methods)].join(', ');
    context.header('Allow', allowed);
    const message = `The ${context.req.method} method is not supported here. Supported: ${allowed}.`;
    return answerRefusal(context, new Refusal(405, message));
  };
}
