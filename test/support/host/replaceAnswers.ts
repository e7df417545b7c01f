import { replaceMember } from './replaceMember';

type Answer = Response | undefined;

/** Answers requests instead of the service until the returned function is called; with `undefined`, the service does. */
export function replaceAnswers(answer: (url: string) => Answer | Promise<Answer>): () => void {
  const { fetch } = globalThis;
  const reply = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    (await answer(input instanceof Request ? input.url : input.toString())) ?? fetch(input, init);
  return replaceMember(globalThis, 'fetch', reply);
}

/** Holds back such requests until the returned function is called, so that a test can look at what people see meanwhile. */
export function holdRequests(url: RegExp): () => void {
  let release: (answer: undefined) => void = () => undefined;
  const released = new Promise<undefined>((resolve) => (release = resolve));
  const restore = replaceAnswers((each) => (url.test(each) ? released : undefined));
  return () => {
    restore();
    release(undefined);
  };
}
