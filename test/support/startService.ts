import { platform } from '../../src/platform/platform';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox';

let started = 0;

/**
 * Starts a service for a test's own accounts. If it can't listen on a port, as in a browser, every `fetch`
 * reaches it at an address of its own until it's closed.
 */
export async function startService(
  options: SandboxOptions = {},
  start = platform.startSandbox,
): Promise<Sandbox> {
  const service = await start({ report: () => undefined, ...options });
  const { url: real, fetch: reach } = service;
  if (!reach) return service;
  started += 1;
  const url = `https://service-${started}.invalid`;
  const reachAs: typeof fetch = (input, init) => {
    const target = urlOf(input).replace(url, real);
    return reach(input instanceof Request ? new Request(target, input) : target, init);
  };
  const restore = routeFetch(url, reachAs);
  return {
    ...service,
    url,
    fetch: reachAs,
    async close() {
      restore();
      await service.close();
    },
  };
}

function routeFetch(url: string, reach: typeof fetch): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    (urlOf(input).startsWith(`${url}/`) ? reach : original)(input, init);
  return () => {
    globalThis.fetch = original;
  };
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}
