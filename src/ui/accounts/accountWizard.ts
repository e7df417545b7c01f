import {
  askBaseUrl,
  askCredentials,
  askEnvironment,
  askKind,
  askLabel,
  type CheckedCredentials,
} from './accountQuestions';
import type { Credentials } from '../../api/credentials';
import type { AccountRecord, Environment } from '../../accounts/account';
import { mapOutcome, runWizard, type Step } from '../../actions/questions/wizard';
import { t } from '../l10n';

/** The answers about an account so far. */
interface AccountAnswers {
  readonly baseUrl: string;
  readonly isConfirmed: boolean;
  readonly kind: Credentials['kind'];
  readonly checked: CheckedCredentials | undefined;
  readonly label: string;
  readonly environment: Environment;
}

/** A new account, verified with its service. */
interface NewAccount extends CheckedCredentials {
  readonly baseUrl: string;
  readonly label: string;
  readonly environment: Environment;
}

/**
 * Asks for a new account; undefined if the person cancelled.
 * @param takenLabels names of other accounts.
 */
export async function askForAccount(
  takenLabels: readonly string[],
): Promise<NewAccount | undefined> {
  const askName: Step<AccountAnswers> = async (answers, position) =>
    mapOutcome(
      await askLabel(answers.label || new URL(answers.baseUrl).hostname, takenLabels, position),
      (label) => ({ ...answers, label }),
    );
  const steps = [askAddress, askHow, askForChecked, askName, askUse];
  const answers = await runWizard<AccountAnswers>(t('Add Account'), steps, {
    baseUrl: '',
    isConfirmed: false,
    kind: 'token',
    checked: undefined,
    label: '',
    environment: 'production',
  });
  if (!answers?.checked) return undefined;
  const { baseUrl, label, environment, checked } = answers;
  return { baseUrl, label, environment, ...checked };
}

/** Asks for an existing account's new credentials; undefined if the person cancelled. */
export async function askForCredentials(
  record: AccountRecord,
): Promise<CheckedCredentials | undefined> {
  const { label, baseUrl, environment, credentials } = record;
  const answers = await runWizard<AccountAnswers>(t('Sign In Again: {0}', label), [askForChecked], {
    label,
    baseUrl,
    // Credentials were accepted there before.
    isConfirmed: true,
    environment,
    kind: credentials.kind,
    checked: undefined,
  });
  return answers?.checked;
}

const askAddress: Step<AccountAnswers> = async (answers, position) =>
  mapOutcome(await askBaseUrl(answers.baseUrl, position), (address) => ({
    ...answers,
    ...address,
  }));

const askHow: Step<AccountAnswers> = async (answers, position) =>
  mapOutcome(await askKind(answers.kind, position), (kind) => ({ ...answers, kind }));

const askForChecked: Step<AccountAnswers> = async (answers, position) =>
  mapOutcome(await askCredentials(answers, answers.kind, position), (checked) => ({
    ...answers,
    checked,
  }));

const askUse: Step<AccountAnswers> = async (answers, position) =>
  mapOutcome(await askEnvironment(answers.environment, position), (environment) => ({
    ...answers,
    environment,
  }));
