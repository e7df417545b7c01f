import { readFileSync } from 'node:fs';
import type { Settings } from './options';
import { isPathWord, normalizeBaseUrl } from '../accounts/account';
import { describeBaseUrlProblem } from '../accounts/accountQuestions';
import { AccountSession, sandboxAccountId } from '../accounts/sessions';
import { secretsOf } from '../api/credentials';
import { keepAnswers } from '../api/keptAnswers';
import { type PathWords, referencePathWords } from '../api/request';
import { t } from '../base/l10n';
import { describeErrorIn } from '../documents/describeError';
import { maskCredentials, maskForms } from '../documents/maskCredentials';
import { FolderError } from '../pending/folders/folderFiles';
import { describeFolderError } from '../pending/folders/folderTexts';
import { ResourceClient } from '../resources/resourceClient';

export type Connected = Awaited<ReturnType<typeof connect>>;

/** @throws Error if the address or the token can't be used, or the state file is another's. */
export async function connect(settings: Settings, abort: AbortController) {
  // Certificates are checked, whatever the environment says.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const { url, share, stateFile, folder, paths } = settings;
  const problem = url === undefined ? undefined : describeBaseUrlProblem(url);
  if (problem !== undefined) throw new Error(problem);
  const sandbox = url === undefined ? await startSandbox(folder) : undefined;
  const service = normalizeBaseUrl(url ?? 'http://127.0.0.1');
  const token = sandbox?.token ?? readToken();
  const { host } = new URL(service);
  const id = sandbox ? sandboxAccountId : host.replaceAll(/[^a-z\d]+/g, '-');
  const send = sandbox?.fetch ?? fetch;
  const keep = (file: string): typeof fetch =>
    keepAnswers(file, service, send, (answer) => maskForms(maskCredentials(answer)), abort);
  const { client } = new AccountSession({
    baseUrl: sandbox?.url ?? service,
    pathWords: paths === undefined ? referencePathWords : toPathWords(paths),
    credentials: () => Promise.resolve({ kind: 'token', token }),
    fetch: stateFile === undefined ? send : keep(stateFile),
    mayWrite: () => Promise.resolve(false),
    indexingShare: share,
  });
  const label = sandbox ? t('Sandbox') : host;
  return {
    account: { id, label, service, authentication: 'token' } as const,
    client: new ResourceClient({ client: () => Promise.resolve(client) }),
    secrets: secretsOf({ kind: 'token', token }),
    limit: () => client.rateLimit,
    close: async () => sandbox?.close(),
  };
}

export function describe(error: unknown): string {
  if (error instanceof FolderError) return describeFolderError(error);
  return describeErrorIn({ hidesWhyRequestsFail: false }, error);
}

function toPathWords(paths: string): PathWords {
  const [cache = '', hub = '', ...others] = paths.split(',');
  if (isPathWord(cache) && isPathWord(hub) && others.length === 0) return { cache, hub };
  throw new Error(t('--paths must be two path segments, separated by a comma.'));
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
