import type { AccountPrompts } from './accountPrompts';
import {
  askBaseUrl,
  askCredentials,
  askEnvironment,
  askKind,
  askLabel,
  type CheckedCredentials,
} from './accountQuestions';
import type { Credentials } from '../../api/credentials';
import type { AccountRecord, Environment } from '../account';
import { mapOutcome, runWizard, type Step } from '../../base/questions/wizard';
import { t } from '../../base/l10n';

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
  prompts: AccountPrompts,
  takenLabels: readonly string[],
): Promise<NewAccount | undefined> {
  const askName: Step<AccountAnswers> = async (answers, position) =>
    mapOutcome(
      await askLabel(
        prompts,
        answers.label || new URL(answers.baseUrl).hostname,
        takenLabels,
        position,
      ),
      (label) => ({ ...answers, label }),
    );
  const steps = [
    askAddress(prompts),
    askHow(prompts),
    askForChecked(prompts),
    askName,
    askUse(prompts),
  ];
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
  prompts: AccountPrompts,
  record: AccountRecord,
): Promise<CheckedCredentials | undefined> {
  const { label, baseUrl, environment, credentials } = record;
  const answers = await runWizard<AccountAnswers>(
    t('Sign In Again: {0}', label),
    [askForChecked(prompts)],
    {
      label,
      baseUrl,
      // Credentials were accepted there before.
      isConfirmed: true,
      environment,
      kind: credentials.kind,
      checked: undefined,
    },
  );
  return answers?.checked;
}

/** A step of the wizard, asked through prompts. */
type AccountStep = (prompts: AccountPrompts) => Step<AccountAnswers>;

const askAddress: AccountStep = (prompts) => async (answers, position) =>
  mapOutcome(await askBaseUrl(prompts, answers.baseUrl, position), (address) => ({
    ...answers,
    ...address,
    // Proposed elsewhere, they would be sent there by mistake.
    checked: address.baseUrl === answers.baseUrl ? answers.checked : undefined,
  }));

const askHow: AccountStep = (prompts) => async (answers, position) =>
  mapOutcome(await askKind(prompts, answers.kind, position), (kind) => ({ ...answers, kind }));

const askForChecked: AccountStep = (prompts) => async (answers, position) => {
  const { kind, checked: earlier } = answers;
  const outcome = await askCredentials(prompts, answers, kind, position, earlier?.credentials);
  return mapOutcome(outcome, (checked) => ({ ...answers, checked }));
};

const askUse: AccountStep = (prompts) => async (answers, position) =>
  mapOutcome(await askEnvironment(prompts, answers.environment, position), (environment) => ({
    ...answers,
    environment,
  }));
