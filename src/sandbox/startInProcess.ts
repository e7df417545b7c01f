import { makeSandbox, type Sandbox, type SandboxOptions } from './sandbox';

/** Ends in a name that is reserved to lead nowhere (RFC 2606): no other `fetch` gets an answer from it. */
const host = 'sandbox.invalid';

/**
 * Makes a sandbox for where no port can be listened on: whoever has its `fetch` calls it directly, and
 * sees what they would see of one that is reached over HTTP.
 *
 * @throws {FaultSpecError} when a fault cannot be read.
 * @throws {Error} when the state can neither be read nor set aside.
 */
export async function startInProcess(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await makeSandbox(options, [host]);
  let isClosed = false;

  async function answer(request: Request): Promise<Response> {
    let isReset = false;
    const response = await sandbox.app.fetch(request, { reset: () => (isReset = true) });
    // As a browser says it of any connection that fails.
    if (isReset || isClosed) throw new TypeError('Failed to fetch');
    return response;
  }

  return {
    url: `https://${host}`,
    token: sandbox.token,
    async fetch(input, init) {
      const request = new Request(input, init);
      return unlessAborted(answer(request), request.signal);
    },
    async close() {
      isClosed = true;
      await sandbox.close();
    },
  };
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
