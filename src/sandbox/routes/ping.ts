import { Hono } from 'hono';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';

/** API §4 endpoint 1. */
export function pingRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/ping', (context) => context.json({ message: 'pong' }));
  return routes;
}
