import { makeSandbox, type Sandbox, type SandboxOptions } from './sandbox';

/**
 * A reserved domain that never resolves (RFC 2606), so that no other `fetch` gets an answer from
 * it.
 */
const host = 'sandbox.invalid';

/**
 * Creates a sandbox for hosts that can't listen on a port: callers use its `fetch` directly, and
 * get the same results as over HTTP.
 *
 * @throws {FaultSpecError} if a fault can't be parsed.
 * @throws {Error} if the state can neither be read nor set aside.
 */
export async function startInProcess(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await makeSandbox(options, [host]);
  let isClosed = false;

  async function answer(request: Request): Promise<Response> {
    let isReset = false;
    const response = await sandbox.app.fetch(request, { reset: () => (isReset = true) });
    // A browser's message for any failed connection.
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
