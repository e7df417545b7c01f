import {
  askBaseUrl,
  askCredentials,
  askEnvironment,
  askKind,
  askLabel,
  type CheckedCredentials,
} from './accountQuestions';
import type { Credentials } from '../../api/credentials';
import type { AccountRecord, Environment } from '../../resources/accounts/account';
import { mapOutcome, runWizard, type Step } from '../input/wizard';
import { t } from '../l10n';

/** What the questions about an account are answered with, bit by bit. */
interface Answers {
  readonly baseUrl: string;
  readonly kind: Credentials['kind'];
  readonly checked: CheckedCredentials | undefined;
  readonly label: string;
  readonly environment: Environment;
}

/** A new account, checked with its service. */
export interface NewAccount extends CheckedCredentials {
  readonly baseUrl: string;
  readonly label: string;
  readonly environment: Environment;
}

/**
 * Asks for a new account; nothing where the person cancelled.
 * @param takenLabels names of other accounts.
 */
export async function askForAccount(
  takenLabels: readonly string[],
): Promise<NewAccount | undefined> {
  const askName: Step<Answers> = async (answers, position) =>
    mapOutcome(
      await askLabel(answers.label || new URL(answers.baseUrl).hostname, takenLabels, position),
      (label) => ({ ...answers, label }),
    );
  const steps = [askAddress, askHow, askForChecked, askName, askUse];
  const answers = await runWizard<Answers>(t('Add Account'), steps, {
    baseUrl: '',
    kind: 'token',
    checked: undefined,
    label: '',
    environment: 'production',
  });
  if (!answers?.checked) return undefined;
  const { baseUrl, label, environment, checked } = answers;
  return { baseUrl, label, environment, ...checked };
}

/** Asks for new credentials of a known account; nothing where the person cancelled. */
export async function askForCredentials(
  record: AccountRecord,
): Promise<CheckedCredentials | undefined> {
  const { label, baseUrl, environment, credentials } = record;
  const answers = await runWizard<Answers>(t('Sign In Again: {0}', label), [askForChecked], {
    label,
    baseUrl,
    environment,
    kind: credentials.kind,
    checked: undefined,
  });
  return answers?.checked;
}

const askAddress: Step<Answers> = async (answers, position) =>
  mapOutcome(await askBaseUrl(answers.baseUrl, position), (baseUrl) => ({ ...answers, baseUrl }));

const askHow: Step<Answers> = async (answers, position) =>
  mapOutcome(await askKind(answers.kind, position), (kind) => ({ ...answers, kind }));

const askForChecked: Step<Answers> = async (answers, position) =>
  mapOutcome(await askCredentials(answers.baseUrl, answers.kind, position), (checked) => ({
    ...answers,
    checked,
  }));

const askUse: Step<Answers> = async (answers, position) =>
  mapOutcome(await askEnvironment(answers.environment, position), (environment) => ({
    ...answers,
    environment,
  }));
