import type { AccountPrompts } from './accountPrompts';
import { checkAccount, type CredentialRefusal } from '../checkAccount';
import { checkAddress, isUndetermined } from '../checkAddress';
import type { Credentials } from '../../api/credentials';
import { ApiError } from '../../api/errors';
import type { TextQuestion } from '../../base/questions/question';
import {
  type BaseUrlProblem,
  type Environment,
  findBaseUrlProblem,
  isPathWord,
  normalizeBaseUrl,
} from '../account';
import { mapOutcome, type StepOutcome, type StepPosition } from '../../base/questions/wizard';
import { t } from '../../base/l10n';

/** An address, and whether the API is known to be there. */
interface CheckedAddress {
  readonly baseUrl: string;
  readonly isConfirmed: boolean;
}

/**
 * Asks for the service's address, which is checked without credentials. If it can't be reached, the
 * person may continue; credentials are only sent once it is confirmed.
 * @param check a further check, once the address is confirmed.
 */
export async function askBaseUrl(
  prompts: AccountPrompts,
  value: string,
  position: StepPosition,
  check?: (baseUrl: string, signal: AbortSignal) => Promise<string | undefined>,
): Promise<StepOutcome<CheckedAddress>> {
  const { askText } = prompts;
  let isConfirmed = false;
  let unreached: string | undefined;
  const outcome = await askText(
    {
      prompt: t('Address of the service'),
      placeholder: 'https://api.example.com',
      value,
      validate: (text) => describeBaseUrlProblem(text),
      async check(text, signal) {
        const baseUrl = normalizeBaseUrl(text);
        const problem = await checkAddress(baseUrl, signal);
        isConfirmed = problem === undefined;
        if (!problem) return check?.(baseUrl, signal);
        const why = describeAddressProblem(problem, prompts);
        if (!isUndetermined(problem)) return why;
        // Pressing Enter a second time means to continue.
        if (unreached === baseUrl && !check) return undefined;
        unreached = baseUrl;
        return check ? why : `${why} ${t('Press Enter again to continue without checking.')}`;
      },
    },
    position,
  );
  return mapOutcome(outcome, (text) => ({ baseUrl: normalizeBaseUrl(text), isConfirmed }));
}

function describeAddressProblem(problem: ApiError, { describeError }: AccountPrompts): string {
  const { reason, status } = problem;
  if (reason === 'forbidden') {
    return t('The service refuses requests from this machine (403). Check the address.');
  }
  return reason === 'notFound' || reason === 'unsupported' || reason === 'invalid'
    ? t("The API isn't at this address ({0}). Check the address.", status ?? '')
    : describeError(problem);
}

/** Asks how to sign in (API §5). */
export function askKind(
  { askChoice }: AccountPrompts,
  active: Credentials['kind'],
  position: StepPosition,
): Promise<StepOutcome<Credentials['kind']>> {
  return askChoice<Credentials['kind']>(
    t('Select how to sign in'),
    [
      {
        label: t('API token'),
        detail: t('For v2 and v3. Create it in the control panel under API management.'),
        value: 'token',
      },
      {
        label: t('Legacy key and secret'),
        detail: t('v2 only: cron jobs, database users and SSH settings'),
        value: 'basic',
      },
    ],
    active,
    position,
  );
}

/** Credentials that the service accepted, and the versions that refused them. */
export interface CheckedCredentials {
  readonly credentials: Credentials;
  readonly refusals: readonly CredentialRefusal[];
}

/**
 * Asks for credentials until the service accepts them.
 * @param earlier those that it accepted before the person went back, as a proposal.
 */
export async function askCredentials(
  prompts: AccountPrompts,
  address: CheckedAddress,
  kind: Credentials['kind'],
  position: StepPosition,
  earlier?: Credentials,
): Promise<StepOutcome<CheckedCredentials>> {
  if (kind === 'basic') return askPair(prompts, address, position, earlier);
  return askSecret(
    prompts,
    { prompt: t('API token'), value: earlier?.kind === 'token' ? earlier.token : '' },
    (token) => ({ kind: 'token', token }),
    address,
    position,
  );
}

/** Asks for a legacy key and its secret, one after the other, and back again. */
async function askPair(
  prompts: AccountPrompts,
  address: CheckedAddress,
  position: StepPosition,
  earlier: Credentials | undefined,
): Promise<StepOutcome<CheckedCredentials>> {
  const { askText } = prompts;
  const pair = earlier?.kind === 'basic' ? earlier : { key: '', secret: '' };
  let { key } = pair;
  for (;;) {
    const outcome = await askText(
      { prompt: t('API key'), value: key, validate: requireText() },
      position,
    );
    if (outcome.type !== 'next') return outcome;
    key = outcome.state;
    const checked = await askSecret(
      prompts,
      { prompt: t('API secret'), value: pair.secret },
      (text) => ({ kind: 'basic', key, secret: text }),
      address,
      { ...position, hasBack: true },
    );
    if (checked.type !== 'back') return checked;
  }
}

/** Asks for an account's display name, which must be unique: accounts are distinguished by name. */
export function askLabel(
  { askText }: AccountPrompts,
  value: string,
  taken: readonly string[],
  position: StepPosition,
): Promise<StepOutcome<string>> {
  return askText(
    {
      prompt: t('Display name of the account'),
      value,
      validate: (text) =>
        taken.includes(text) ? t('Another account has this name.') : requireText()(text),
    },
    position,
  );
}

/** Asks what an account's servers are for. */
export function askEnvironment(
  { askChoice }: AccountPrompts,
  active: Environment,
  position: StepPosition,
): Promise<StepOutcome<Environment>> {
  return askChoice<Environment>(
    t('Environment'),
    [
      {
        label: t('production'),
        detail: t(
          'Marked in red. Asks before interrupting services; to delete data, you type its name.',
        ),
        value: 'production',
      },
      {
        label: t('staging'),
        detail: t("Marked in orange. Asks only before what can't be undone."),
        value: 'staging',
      },
      {
        label: t('development'),
        detail: t("Marked in green. Asks only before what can't be undone."),
        value: 'development',
      },
    ],
    active,
    position,
  );
}

/** Asks for one of the words that vendors use instead of the reference's in two paths. */
export function askPathWord(
  { askText }: AccountPrompts,
  prompt: string,
  value: string,
  position: StepPosition,
): Promise<StepOutcome<string>> {
  return askText(
    {
      prompt,
      value,
      validate: (text) =>
        isPathWord(text) ? undefined : t('Use letters, digits, "-", "_" and "." only.'),
    },
    position,
  );
}

/** Describes why the service refuses the credentials; what it accepts is passed to `onTaken`. */
export async function describeRefusal(
  { describeError }: Pick<AccountPrompts, 'describeError'>,
  baseUrl: string,
  credentials: Credentials,
  signal: AbortSignal,
  onTaken: (refusals: readonly CredentialRefusal[]) => void,
): Promise<string | undefined> {
  try {
    onTaken(await checkAccount(baseUrl, credentials, signal));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return describeError(error);
  }
}

async function askSecret(
  prompts: AccountPrompts,
  question: Pick<TextQuestion, 'prompt' | 'value'>,
  toCredentials: (text: string) => Credentials,
  { baseUrl, isConfirmed }: CheckedAddress,
  position: StepPosition,
): Promise<StepOutcome<CheckedCredentials>> {
  let refusals: readonly CredentialRefusal[] = [];
  const outcome = await prompts.askText(
    {
      ...question,
      isSecret: true,
      validate: requireText(),
      async check(text, signal) {
        const problem = isConfirmed ? undefined : await checkAddress(baseUrl, signal);
        if (problem) return describeAddressProblem(problem, prompts);
        return describeRefusal(prompts, baseUrl, toCredentials(text), signal, (found) => {
          refusals = found;
        });
      },
    },
    position,
  );
  return mapOutcome(outcome, (text) => ({ credentials: toCredentials(text), refusals }));
}

function requireText(): (text: string) => string | undefined {
  return (text) => (text === '' ? t('Enter a value, or press Escape to cancel.') : undefined);
}

function describeBaseUrlProblem(text: string): string | undefined {
  const problem = findBaseUrlProblem(text);
  return problem && baseUrlProblems[problem]();
}

const baseUrlProblems: Record<BaseUrlProblem, () => string> = {
  malformed: () => t('Type a full URL, such as https://api.example.com'),
  insecure: () => t('Use https: over http, others could read the token.'),
  credentials: () => t('Remove the user name and password from the address.'),
  extra: () => t('Remove everything from "?" or "#" on.'),
};
