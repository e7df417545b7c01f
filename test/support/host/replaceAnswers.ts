import { replaceMember } from './replaceMember';

/**
 * Answers requests until the returned function is called. A request is given as its method and address;
 * `send` gets the service's own answer.
 */
export function replaceAnswers(
  answer: (request: string, send: () => Promise<Response>) => Response | Promise<Response>,
): () => void {
  const { fetch } = globalThis;
  const reply = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { method, url } =
      input instanceof Request ? input : { method: init?.method ?? 'GET', url: input.toString() };
    return answer(`${method} ${url}`, () => fetch(input, init));
  };
  return replaceMember(globalThis, 'fetch', reply);
}

/** Holds back answers until the returned function is called, so that a test can look at what people see meanwhile. */
export function holdAnswers(requests: RegExp): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const restore = replaceAnswers(async (request, send) => {
    const response = await send();
    if (requests.test(request)) await released;
    return response;
  });
  return () => {
    restore();
    release();
  };
}
