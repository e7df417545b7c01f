import type { SandboxMiddleware } from './environment';
import { Refusal } from './refusal';

/**
 * Refuses requests that were addressed to another name: a page on the web can have its own name
 * resolve to this machine and then talk to the sandbox as if it were its own server.
 */
export function requireHost(hosts: readonly string[]): SandboxMiddleware {
  return async (context, next) => {
    if (!hosts.includes(new URL(context.req.url).hostname)) {
      throw new Refusal(403, 'The sandbox answers only requests that are addressed to it.');
    }
    await next();
  };
}
