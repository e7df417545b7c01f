import type { SandboxMiddleware } from './environment';
import { Refusal } from './refusal';

/**
 * Refuses requests addressed to another host name: a web page can have its own name resolve to this
 * machine and then call the sandbox as its own server (DNS rebinding).
 */
export function requireHost(hosts: readonly string[]): SandboxMiddleware {
  return async (context, next) => {
    if (!hosts.includes(new URL(context.req.url).hostname)) {
      throw new Refusal(403, 'The sandbox answers only requests that are addressed to it.');
    }
    await next();
  };
}
