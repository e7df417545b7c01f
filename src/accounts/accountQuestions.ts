import { checkAccount, checkAddress, type CredentialRefusal, isUndetermined } from './checkAccount';
import {
  describeEnvironment,
  type AccountRecord,
  type BaseUrlProblem,
  type Environment,
  environments,
  findBaseUrlProblem,
  isPanelPage,
  isPathWord,
  isSameOrigin,
  normalizeBaseUrl,
} from './account';
import type { Credentials } from '../api/credentials';
import { ApiError } from '../api/errors';
import { referencePathWords } from '../api/request';
import type {
  Field,
  Form,
  KnownChoice,
  SavedAnswer,
  SecretField,
  TextField,
  Values,
} from '../base/questions';
import { t } from '../base/l10n';

export interface AccountPrompts {
  readonly describeError: (error: unknown) => string;
  /** Undefined if the person cancelled. */
  readonly ask: (form: Form) => Promise<Values | undefined>;
}

/** @param takenLabels names of other accounts. */
export async function askForAccount(prompts: AccountPrompts, takenLabels: readonly string[]) {
  const questions = new AccountQuestions(prompts);
  const values = await questions.ask(
    t('Add Account'),
    [
      questions.address(),
      kindField(),
      ...questions.credentials(),
      labelField(takenLabels),
      environmentField(),
      ...readOnlyFields(),
    ],
    { kind: 'token' },
  );
  return (
    values && {
      ...toAnswers(values),
      isReadOnly: values['isReadOnly'] === true,
      credentials: toCredentials(values),
      refusals: questions.refusals,
    }
  );
}

export async function askForCredentials(
  prompts: AccountPrompts,
  { label, baseUrl, credentials: { kind } }: AccountRecord,
) {
  const questions = new AccountQuestions(prompts, baseUrl);
  const title = t('Sign In Again: {0}', label);
  const values = await questions.ask(title, questions.credentials(), { kind, baseUrl });
  return values && { credentials: toCredentials(values), refusals: questions.refusals };
}

export async function askForPanelPage(
  prompts: AccountPrompts,
  title: string,
): Promise<string | undefined> {
  const values = await new AccountQuestions(prompts).ask(title, [panelPageField()], {});
  return values && textOf(values, 'panelPage');
}

/** What can be changed of an account, each with its value and the field that asks for another. */
function propertiesOf(
  record: AccountRecord,
  takenLabels: readonly string[],
  questions: AccountQuestions,
): readonly {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly field: TextField | KnownChoice;
}[] {
  const { label, baseUrl, environment, pathWords, panelPage = '', isReadOnly = false } = record;
  const isToken = record.credentials.kind === 'token';
  return [
    { label: t('Name'), description: label, field: labelField(takenLabels) },
    { label: t('Address'), description: baseUrl, field: questions.address(record) },
    { label: t('Use'), description: describeEnvironment(environment), field: environmentField() },
    {
      label: t('Changes'),
      description: isReadOnly ? t('Read-only') : t('Allowed'),
      field: readOnlyField(isReadOnly),
    },
    {
      label: t('Sign-in'),
      description: isToken ? t('API token') : t('Legacy key and secret'),
      field: kindField(),
    },
    { label: t('Control panel'), description: panelPage || t('Not set'), field: panelPageField() },
    {
      label: t('Cache path segment'),
      description: pathWords.cache,
      detail: t('Only if the service uses a segment other than "platformcache"'),
      field: wordField('cache', t('Cache path segment, usually "{0}"', referencePathWords.cache)),
    },
    {
      label: t('Hub path segment'),
      description: pathWords.hub,
      detail: t('Only if the service uses a segment other than "platformhub"'),
      field: wordField('hub', t('Hub path segment, usually "{0}"', referencePathWords.hub)),
    },
  ];
}

/** A token is never sent to an account's new origin: the person has to sign in again there. */
export async function askForChanges(
  prompts: AccountPrompts,
  record: AccountRecord,
  takenLabels: readonly string[],
) {
  const { label, baseUrl, environment, pathWords, panelPage = '', isReadOnly = false } = record;
  const questions = new AccountQuestions(prompts, baseUrl);
  const { kind } = record.credentials;
  const known = { label, baseUrl, environment, panelPage, ...pathWords, kind };
  const isMoved = (given: Values): boolean =>
    given['what'] === 'baseUrl' && !isSameOrigin(textOf(given, 'baseUrl'), baseUrl);
  const properties = propertiesOf(record, takenLabels, questions);
  const becomesProduction = (given: Values): boolean =>
    given['what'] === 'environment' &&
    given['environment'] === 'production' &&
    environment !== 'production' &&
    !isReadOnly;
  const fields = [
    choice('what', t('Select what to change'), () =>
      properties.map(({ field, ...option }) => ({ ...option, value: field.name })),
    ),
    ...properties.map(({ field }) => ({
      ...field,
      when: ({ what }: Values) => what === field.name,
    })),
    { ...readOnlyField(true), when: becomesProduction },
    ...questions.credentials((given) => given['what'] === 'kind' || isMoved(given)),
  ];
  const title = t('Edit Account: {0}', label);
  const values = await questions.ask(title, fields, { ...known, isReadOnly, what: 'label' }, known);
  if (!values) return undefined;
  const isSignedIn = values['what'] === 'kind' || isMoved(values);
  const changed = withAnswers(record, values);
  return {
    record: isSignedIn ? { ...changed, credentials: toCredentials(values) } : changed,
    refusals: questions.refusals,
  };
}

function withAnswers(record: AccountRecord, values: Values): AccountRecord {
  const page = textOf(values, 'panelPage');
  const isReadOnly = values['isReadOnly'] === true;
  return {
    ...record,
    ...toAnswers(values),
    ...(page === '' ? {} : { panelPage: page }),
    // A permission that was given before ends with any change of this.
    ...(isReadOnly === (record.isReadOnly ?? false) ? {} : { isReadOnly, writableUntil: 0 }),
    pathWords: { cache: textOf(values, 'cache'), hub: textOf(values, 'hub') },
  };
}

class AccountQuestions {
  readonly #prompts: AccountPrompts;
  readonly #saved = new Map<Field, SavedAnswer>();
  /** The addresses at which the API is known to be: credentials are only sent there. */
  readonly #confirmed = new Set<string>();
  refusals: readonly CredentialRefusal[] = [];

  /** @param confirmed the address at which credentials were accepted before. */
  constructor(prompts: AccountPrompts, confirmed?: string) {
    this.#prompts = prompts;
    if (confirmed !== undefined) this.#confirmed.add(confirmed);
  }

  /** @param shown the answers that are proposed. */
  ask(
    title: string,
    fields: readonly Exclude<Field, { readonly type: 'switches' | 'settings' }>[],
    given: Values,
    shown: Values = {},
  ): Promise<Values | undefined> {
    for (const field of fields) {
      const answer = shown[field.name];
      if (answer !== undefined) this.#saved.set(field, { answer });
    }
    return this.#prompts.ask({ title, fields, from: [], given, savedAnswers: this.#saved });
  }

  /** Checked without credentials. If it can't be reached, only a new account may continue. */
  address(existing?: AccountRecord): TextField {
    let accepted = '';
    let unreached: string | undefined;
    const validate = (text: string): string | undefined => describeBaseUrlProblem(withScheme(text));
    return {
      ...textField('baseUrl', t('Address of the service'), validate),
      placeholder: 'https://api.example.com',
      parse: (text) => normalizeBaseUrl(withScheme(text)),
      check: async (text, _given, signal) => {
        const baseUrl = normalizeBaseUrl(withScheme(text));
        const problem = await checkAddress(baseUrl, signal);
        if (!problem) this.#confirmed.add(baseUrl);
        else {
          this.#confirmed.delete(baseUrl);
          const why = describeAddressProblem(problem, this.#prompts);
          if (!isUndetermined(problem) || existing) return why;
          const isRepeated = unreached === baseUrl;
          unreached = isRepeated ? undefined : baseUrl;
          if (!isRepeated) return `${why} ${t('Press Enter again to continue without checking.')}`;
        }
        if (baseUrl !== accepted) this.#forgetCredentials();
        accepted = baseUrl;
        return existing && isSameOrigin(baseUrl, existing.baseUrl)
          ? this.#describeRefusal(baseUrl, existing.credentials, signal)
          : undefined;
      },
    };
  }

  /** The fields of both ways to sign in, of which the answers determine one (API §5). */
  credentials(isAsked: (given: Values) => boolean = () => true): (TextField | SecretField)[] {
    const whenKind = (kind: Credentials['kind']) => (given: Values) =>
      given['kind'] === kind && isAsked(given);
    const secret = (name: string, prompt: string, kind: Credentials['kind']): SecretField => ({
      type: 'secret',
      name,
      prompt,
      isGenerated: false,
      when: whenKind(kind),
      validate: requireText,
      check: async (text, given, signal) => {
        const baseUrl = textOf(given, 'baseUrl');
        const isConfirmed = this.#confirmed.has(baseUrl);
        const problem = isConfirmed ? undefined : await checkAddress(baseUrl, signal);
        return problem
          ? describeAddressProblem(problem, this.#prompts)
          : this.#describeRefusal(baseUrl, toCredentials({ ...given, [name]: text }), signal);
      },
    });
    return [
      secret('token', t('API token'), 'token'),
      { ...textField('key', t('API key'), requireText), when: whenKind('basic') },
      secret('secret', t('API secret'), 'basic'),
    ];
  }

  async #describeRefusal(
    ...given: [baseUrl: string, credentials: Credentials, signal: AbortSignal]
  ): Promise<string | undefined> {
    const found = await tryCredentials(this.#prompts, ...given);
    if (typeof found === 'string') return found;
    this.refusals = found;
    return undefined;
  }

  /** Proposed for another address, they would be sent there by mistake. */
  #forgetCredentials(): void {
    for (const field of this.#saved.keys()) {
      const isKey = field.type === 'text' && field.name === 'key';
      if (isKey || field.type === 'secret') this.#saved.delete(field);
    }
  }
}

/** The versions that refuse the credentials, or in words why none accepts them. */
export async function tryCredentials(
  { describeError }: Pick<AccountPrompts, 'describeError'>,
  ...given: Parameters<typeof checkAccount>
): Promise<readonly CredentialRefusal[] | string> {
  try {
    return await checkAccount(...given);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return describeError(error);
  }
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

function panelPageField(): TextField {
  const placeholder = 'https://panel.example.com/servers/{serverId}';
  const prompt = t(
    "Address of a server's page in the control panel, with {0} and {1} in place of the IDs",
    '{serverId}',
    '{webappId}',
  );
  const validate = (text: string): string | undefined =>
    isPanelPage(text) ? undefined : t('Type a full https URL, such as {0}', placeholder);
  return { ...textField('panelPage', prompt, validate), placeholder };
}

function kindField(): KnownChoice {
  return choice('kind', t('Select how to sign in'), () => [
    {
      label: t('API token'),
      detail: t('For v2 and v3. In the control panel: workspace settings, API management.'),
      value: 'token',
    },
    {
      label: t('Legacy key and secret'),
      detail: t('v2 only: cron jobs, database users and SSH settings'),
      value: 'basic',
    },
  ]);
}

/** An account's display name, which must be unique: accounts are distinguished by name. */
function labelField(taken: readonly string[]): TextField {
  const validate = (text: string): string | undefined =>
    taken.includes(text) ? t('Another account has this name.') : requireText(text);
  return {
    ...textField('label', t('Display name of the account'), validate),
    value: (given) => {
      const { hostname } = new URL(textOf(given, 'baseUrl'));
      let name = hostname;
      for (let number = 2; taken.includes(name); number += 1) name = `${hostname} ${number}`;
      return name;
    },
  };
}

function environmentField(): KnownChoice {
  const details: Readonly<Record<Environment, string>> = {
    production: t(
      'Marked in red. Asks before interrupting services; to delete data, you type its name.',
    ),
    staging: t("Marked in orange. Asks only before what can't be undone."),
    development: t("Marked in green. Asks only before what can't be undone."),
  };
  return choice('environment', t('Environment'), () =>
    environments.map((value) => {
      return { label: describeEnvironment(value), detail: details[value], value };
    }),
  );
}

/** Proposed for production, and offered for the others. */
function readOnlyFields(): KnownChoice[] {
  return [true, false].map((isProduction) => ({
    ...readOnlyField(isProduction),
    when: ({ environment }) => (environment === 'production') === isProduction,
  }));
}

function readOnlyField(isProposed: boolean): KnownChoice {
  const readOnly = {
    label: t('Read-only'),
    detail: t('Nothing is sent to the service until you allow changes for an hour.'),
    value: true,
  };
  const allowed = { label: t('Allow changes'), value: false };
  return choice('isReadOnly', t('Allow changes in this account?'), () =>
    isProposed ? [readOnly, allowed] : [allowed, readOnly],
  );
}

function choice(name: string, prompt: string, options: KnownChoice['options']): KnownChoice {
  return { type: 'choice', name, prompt, options };
}

function textField(
  name: string,
  prompt: string,
  validate: NonNullable<TextField['validate']>,
): TextField {
  return { type: 'text', name, prompt, validate };
}

/** One of the words that vendors use instead of the reference's in two paths. */
function wordField(name: keyof AccountRecord['pathWords'], prompt: string): TextField {
  return textField(name, prompt, (text) =>
    isPathWord(text) ? undefined : t('Use letters, digits, "-", "_" and "." only.'),
  );
}

function toAnswers(values: Values): Pick<AccountRecord, 'baseUrl' | 'label' | 'environment'> {
  const environment = textOf(values, 'environment') as Environment;
  return { baseUrl: textOf(values, 'baseUrl'), label: textOf(values, 'label'), environment };
}

function toCredentials(values: Values): Credentials {
  return values['kind'] === 'token'
    ? { kind: 'token', token: textOf(values, 'token') }
    : { kind: 'basic', key: textOf(values, 'key'), secret: textOf(values, 'secret') };
}

/** Tokens are pasted with spaces around them. */
function textOf(values: Values, name: string): string {
  return (values[name] as string).trim();
}

function requireText(text: string): string | undefined {
  return text.trim() === '' ? t('Enter a value, or press Escape to cancel.') : undefined;
}

function withScheme(text: string): string {
  return /^([a-z][a-z\d+.-]*:\/\/|\s*$)/i.test(text) ? text : `https://${text.trim()}`;
}

export function describeBaseUrlProblem(text: string): string | undefined {
  const problem = findBaseUrlProblem(text);
  const words: Readonly<Record<BaseUrlProblem, string>> = {
    malformed: t('Type a full URL, such as https://api.example.com'),
    insecure: t('Use https: over http, others could read the token.'),
    credentials: t('Remove the user name and password from the address.'),
    extra: t('Remove everything from "?" or "#" on.'),
  };
  return problem && words[problem];
}
