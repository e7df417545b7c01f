import type { SandboxMiddleware } from './environment';
import { Refusal } from './refusal';

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Refuses requests that were addressed to another name: a page on the web can have its own name
 * resolve to this machine and then talk to the sandbox as if it were its own server.
 */
export const requireLoopbackHost: SandboxMiddleware = async (context, next) => {
  if (!loopbackHosts.includes(new URL(context.req.url).hostname)) {
    throw new Refusal(403, 'The sandbox answers only requests that are addressed to this machine.');
  }
  await next();
};
