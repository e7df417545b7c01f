import { platform } from '../../src/platform/platform';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox';

/**
 * Starts a service for accounts of a test's own. Where it can listen on no port, as in a browser, every `fetch`
 * reaches it as if it were any other until it is closed.
 */
export async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
  const service = await platform.startSandbox({ report: () => undefined, ...options });
  const restore = routeFetch(service);
  return {
    ...service,
    async close() {
      restore();
      await service.close();
    },
  };
}

function routeFetch({ url, fetch: reach }: Sandbox): () => void {
  if (!reach) return () => undefined;
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    (urlOf(input).startsWith(url) ? reach : original)(input, init);
  return () => {
    globalThis.fetch = original;
  };
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}
