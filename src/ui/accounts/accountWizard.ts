import { checkAccount } from './checkAccount';
import { ApiError } from '../../api/errors';
import type { Credentials } from '../../api/credentials';
import {
  type BaseUrlProblem,
  type Environment,
  findBaseUrlProblem,
  normalizeBaseUrl,
} from '../../resources/accounts/account';
import { describeError } from '../errors/describeError';
import { askChoice } from '../input/askChoice';
import { askText, type TextQuestion } from '../input/askText';
import { runWizard, type Step, type StepOutcome } from '../input/wizard';
import { t } from '../l10n';

/** What the questions about a new account are answered with, bit by bit. */
interface Answers {
  readonly baseUrl: string;
  readonly kind: Credentials['kind'];
  readonly key: string;
  readonly credentials: Credentials | undefined;
  readonly label: string;
  readonly environment: Environment;
}

/** A new account, checked with its service. */
export interface NewAccount {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly label: string;
  readonly environment: Environment;
}

/** Asks for a new account; nothing where the person cancelled. */
export async function askForAccount(): Promise<NewAccount | undefined> {
  const steps = [askBaseUrl, askKind, askCredentials, askLabel, askEnvironment];
  const answers = await runWizard<Answers>(t('Add Account'), steps, {
    baseUrl: '',
    kind: 'token',
    key: '',
    credentials: undefined,
    label: '',
    environment: 'production',
  });
  return answers?.credentials ? { ...answers, credentials: answers.credentials } : undefined;
}

/** Asks for new credentials of a known account; nothing where the person cancelled. */
export async function askForCredentials(
  label: string,
  baseUrl: string,
  kind: Credentials['kind'],
): Promise<Credentials | undefined> {
  const answers = await runWizard<Answers>(t('Sign In Again: {0}', label), [askCredentials], {
    baseUrl,
    kind,
    key: '',
    credentials: undefined,
    label,
    environment: 'production',
  });
  return answers?.credentials;
}

const askBaseUrl: Step<Answers> = async (answers, position) =>
  withAnswer(
    await askText(
      {
        prompt: t('Address of the service'),
        placeholder: 'https://api.example.com',
        value: answers.baseUrl,
        validate: describeBaseUrlProblem,
      },
      position,
    ),
    (text) => ({ ...answers, baseUrl: normalizeBaseUrl(text) }),
  );

const askKind: Step<Answers> = async (answers, position) =>
  withAnswer(
    await askChoice<Credentials['kind']>(
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
      answers.kind,
      position,
    ),
    (kind) => ({ ...answers, kind }),
  );

const askCredentials: Step<Answers> = (answers, position) =>
  answers.kind === 'token' ? askToken(answers, position) : askKeyAndSecret(answers, position);

const askToken: Step<Answers> = async (answers, position) =>
  withAnswer(
    await askText(
      secretQuestion(t('API token'), (token) =>
        refusalOf(answers.baseUrl, { kind: 'token', token }),
      ),
      position,
    ),
    (token) => ({ ...answers, credentials: { kind: 'token', token } }),
  );

const askKeyAndSecret: Step<Answers> = async (answers, position) => {
  const key = await askText(
    { prompt: t('API key'), value: answers.key, validate: requireText },
    position,
  );
  if (key.type !== 'next') return key;
  const secret = await askText(
    secretQuestion(t('API secret'), (text) =>
      refusalOf(answers.baseUrl, { kind: 'basic', key: key.state, secret: text }),
    ),
    { ...position, step: Math.max(position.step, 2) },
  );
  if (secret.type === 'back') return askKeyAndSecret({ ...answers, key: key.state }, position);
  return withAnswer(secret, (text) => ({
    ...answers,
    key: key.state,
    credentials: { kind: 'basic', key: key.state, secret: text },
  }));
};

const askLabel: Step<Answers> = async (answers, position) =>
  withAnswer(
    await askText(
      {
        prompt: t('Name of the account, as it is shown to you'),
        value: answers.label || new URL(answers.baseUrl).hostname,
        validate: requireText,
      },
      position,
    ),
    (label) => ({ ...answers, label }),
  );

const askEnvironment: Step<Answers> = async (answers, position) =>
  withAnswer(
    await askChoice<Environment>(
      t('What is it used for?'),
      [
        { label: t('production'), detail: t('Dangerous actions ask twice'), value: 'production' },
        { label: t('staging'), value: 'staging' },
        { label: t('development'), value: 'development' },
      ],
      answers.environment,
      position,
    ),
    (environment) => ({ ...answers, environment }),
  );

/** A step's outcome with the answer put into the whole. */
function withAnswer<T>(outcome: StepOutcome<T>, put: (answer: T) => Answers): StepOutcome<Answers> {
  return outcome.type === 'next' ? { type: 'next', state: put(outcome.state) } : outcome;
}

function secretQuestion(
  prompt: string,
  check: (text: string) => Promise<string | undefined>,
): TextQuestion {
  return { prompt, isSecret: true, validate: requireText, check };
}

/** Why the service does not take the credentials, in words. */
async function refusalOf(baseUrl: string, credentials: Credentials): Promise<string | undefined> {
  try {
    await checkAccount(baseUrl, credentials);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return describeError(error);
  }
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
