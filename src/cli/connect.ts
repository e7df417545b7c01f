import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Settings } from './options';
import { normalizeBaseUrl } from '../accounts/account';
import { describeBaseUrlProblem } from '../accounts/accountQuestions';
import { AccountSession, sandboxAccountId } from '../accounts/sessions';
import { secretsOf } from '../api/credentials';
import { referencePathWords } from '../api/request';
import { isObject, type JsonValue, parseJson } from '../base/json';
import { t } from '../base/l10n';
import { describeErrorIn } from '../documents/describeError';
import { maskCredentials, maskForms } from '../documents/maskCredentials';
import { ResourceClient } from '../resources/resourceClient';

export type Connected = Awaited<ReturnType<typeof connect>>;

/** @throws Error if the address or the token can't be used, or the state file is another's. */
export async function connect(settings: Settings, abort: AbortController) {
  // Certificates are checked, whatever the environment says.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const { url, share, stateFile, folder } = settings;
  const problem = url === undefined ? undefined : describeBaseUrlProblem(url);
  if (problem !== undefined) throw new Error(problem);
  const sandbox = url === undefined ? await startSandbox(folder) : undefined;
  const service = normalizeBaseUrl(url ?? 'http://127.0.0.1');
  const token = sandbox?.token ?? readToken();
  const { host } = new URL(service);
  const id = sandbox ? sandboxAccountId : host.replaceAll(/[^a-z\d]+/g, '-');
  const send = sandbox?.fetch ?? fetch;
  const { client } = new AccountSession({
    baseUrl: sandbox?.url ?? service,
    pathWords: referencePathWords,
    credentials: () => Promise.resolve({ kind: 'token', token }),
    fetch: stateFile === undefined ? send : keepReads(stateFile, service, send, abort),
    mayWrite: () => Promise.resolve(false),
    indexingShare: share,
  });
  return {
    account: {
      id,
      label: sandbox ? t('Sandbox') : host,
      service,
      authentication: 'token' as const,
    },
    client: new ResourceClient({ client: () => Promise.resolve(client) }),
    secrets: secretsOf({ kind: 'token', token }),
    limit: () => client.rateLimit,
    close: async () => sandbox?.close(),
  };
}

export function describe(error: unknown): string {
  return describeErrorIn({ hidesWhyRequestsFail: false }, error);
}

async function startSandbox(folder: string | undefined) {
  const { startInProcess } = await import('../sandbox/startInProcess');
  const { stateFile } = await import('../sandbox/stateFile');
  const file = `${(folder ?? '').replace(/[/\\]+$/, '')}.sandbox.json`;
  return startInProcess({
    day: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    rateLimit: { limit: Number.MAX_SAFE_INTEGER },
    report: (message) => process.stderr.write(`${message}\n`),
    storage: folder === undefined ? undefined : stateFile(file),
  });
}

function readToken(): string {
  const { SERVER_MANAGEMENT_TOKEN: own, SERVER_MANAGEMENT_TOKEN_FILE: file } = process.env;
  try {
    const token = (own || (file ? readFileSync(file, 'utf8') : '')).trim();
    if (token !== '') return token;
  } catch {
    throw new Error(t("The file in SERVER_MANAGEMENT_TOKEN_FILE couldn't be read."));
  }
  throw new Error(t('Set SERVER_MANAGEMENT_TOKEN, or SERVER_MANAGEMENT_TOKEN_FILE to a file.'));
}

/** Keeps answers to reads in a file, without their secrets: a run that was stopped goes on from there. */
function keepReads(file: string, service: string, send: typeof fetch, abort: AbortController) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').map(parseJson) : [];
  // The last line may be incomplete.
  const [head, ...kept] = lines.filter(isObject);
  if (head && head['service'] !== service) {
    throw new Error(t('The state file is from another service. Choose another file.'));
  }
  const answers = new Map(kept.map(({ path, answer }) => [path, JSON.stringify(answer)]));
  const append = (line: object): void =>
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  if (!head) append({ service });
  return async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const path = pathname + search;
    const known = answers.get(path);
    answers.delete(path);
    if (known !== undefined) return Response.json(parseJson(known));
    const response = await send(input, init);
    const text = response.status === 200 ? await response.clone().text() : '';
    // Only the client notices ids that are too large to be exact.
    const answer = /\d{16}/.test(text) ? undefined : (parseJson(text) as JsonValue | undefined);
    try {
      if (answer) append({ path, answer: maskForms(maskCredentials(answer)) });
    } catch (error) {
      abort.abort(error);
    }
    return response;
  };
}

/** Once nothing is left to do, a state isn't current any more. */
export function removeState({ stateFile }: Settings): void {
  if (stateFile !== undefined) rmSync(stateFile, { force: true });
}
