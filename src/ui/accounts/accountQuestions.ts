import { checkAccount, type Refusal } from './checkAccount';
import type { Credentials } from '../../api/credentials';
import { ApiError } from '../../api/errors';
import {
  type BaseUrlProblem,
  type Environment,
  findBaseUrlProblem,
  isPathWord,
  normalizeBaseUrl,
} from '../../resources/accounts/account';
import { describeError } from '../errors/describeError';
import { askChoice } from '../input/askChoice';
import { askText } from '../input/askText';
import { mapOutcome, type StepOutcome, type StepPosition } from '../input/wizard';
import { t } from '../l10n';

/** Asks for the service's address; `check` may ask the service about it. */
export async function askBaseUrl(
  value: string,
  position: StepPosition,
  check?: (baseUrl: string, signal: AbortSignal) => Promise<string | undefined>,
): Promise<StepOutcome<string>> {
  const outcome = await askText(
    {
      prompt: t('Address of the service'),
      placeholder: 'https://api.example.com',
      value,
      validate: describeBaseUrlProblem,
      ...(check
        ? { check: (text: string, signal: AbortSignal) => check(normalizeBaseUrl(text), signal) }
        : {}),
    },
    position,
  );
  return mapOutcome(outcome, normalizeBaseUrl);
}

/** Asks how to sign in (reference §5). */
export function askKind(
  active: Credentials['kind'],
  position: StepPosition,
): Promise<StepOutcome<Credentials['kind']>> {
  return askChoice<Credentials['kind']>(
    t('How do you sign in?'),
    [
      {
        label: t('API token'),
        detail: t('For v2 and v3; from the workspace settings, under API management'),
        value: 'token',
      },
      {
        label: t('Legacy key and secret'),
        detail: t('Personal space, v2 only: cron jobs, database users and SSH settings'),
        value: 'basic',
      },
    ],
    active,
    position,
  );
}

/** Credentials that the service took, and the versions that did not take them. */
export interface CheckedCredentials {
  readonly credentials: Credentials;
  readonly refusals: readonly Refusal[];
}

/** Asks for credentials, and asks on until the service takes them. */
export async function askCredentials(
  baseUrl: string,
  kind: Credentials['kind'],
  position: StepPosition,
): Promise<StepOutcome<CheckedCredentials>> {
  if (kind === 'token') {
    return askSecret(t('API token'), (token) => ({ kind: 'token', token }), baseUrl, position);
  }
  for (let key = ''; ;) {
    // One question after the other, and back again.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await askText(
      { prompt: t('API key'), value: key, validate: requireText },
      position,
    );
    if (outcome.type !== 'next') return outcome;
    key = outcome.state;
    // oxlint-disable-next-line no-await-in-loop
    const checked = await askSecret(
      t('API secret'),
      (secret) => ({ kind: 'basic', key, secret }),
      baseUrl,
      { ...position, hasBack: true },
    );
    if (checked.type !== 'back') return checked;
  }
}

/** Asks for the name under which an account is shown; names tell accounts apart, so each is one's own. */
export function askLabel(
  value: string,
  taken: readonly string[],
  position: StepPosition,
): Promise<StepOutcome<string>> {
  return askText(
    {
      prompt: t('Name of the account, as it is shown to you'),
      value,
      validate: (text) =>
        taken.includes(text) ? t('Another account has this name.') : requireText(text),
    },
    position,
  );
}

/** Asks what an account's servers are for. */
export function askEnvironment(
  active: Environment,
  position: StepPosition,
): Promise<StepOutcome<Environment>> {
  return askChoice<Environment>(
    t('What is it used for?'),
    [
      { label: t('production'), detail: t('Marked in red'), value: 'production' },
      { label: t('staging'), detail: t('Marked in orange'), value: 'staging' },
      { label: t('development'), detail: t('Marked in green'), value: 'development' },
    ],
    active,
    position,
  );
}

/** Asks for one of the words that vendors have in place of the reference's in two paths. */
export function askPathWord(
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

/** Why the service does not take the credentials, in words; what it does take is put into `onTaken`. */
export async function describeRefusal(
  baseUrl: string,
  credentials: Credentials,
  signal: AbortSignal,
  onTaken: (refusals: readonly Refusal[]) => void = () => undefined,
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
  prompt: string,
  toCredentials: (text: string) => Credentials,
  baseUrl: string,
  position: StepPosition,
): Promise<StepOutcome<CheckedCredentials>> {
  let refusals: readonly Refusal[] = [];
  const outcome = await askText(
    {
      prompt,
      isSecret: true,
      validate: requireText,
      check: (text, signal) =>
        describeRefusal(baseUrl, toCredentials(text), signal, (found) => {
          refusals = found;
        }),
    },
    position,
  );
  return mapOutcome(outcome, (text) => ({ credentials: toCredentials(text), refusals }));
}

function requireText(text: string): string | undefined {
  return text === '' ? t('Type something, or press Escape to cancel.') : undefined;
}

function describeBaseUrlProblem(text: string): string | undefined {
  const problem = findBaseUrlProblem(text);
  return problem && baseUrlProblems[problem]();
}

const baseUrlProblems: Record<BaseUrlProblem, () => string> = {
  malformed: () => t('Type a whole address, such as https://api.example.com'),
  insecure: () => t('Use https: over http a token could be read on its way.'),
  credentials: () => t('Leave user name and password out of the address.'),
  extra: () => t('Leave out everything from "?" or "#" on.'),
};
