import type { AccountPrompts } from './accountPrompts';
import {
  askBaseUrl,
  askCredentials,
  askEnvironment,
  askKind,
  askLabel,
  askPathWord,
  type CheckedCredentials,
  describeRefusal,
} from './accountQuestions';
import type { CredentialRefusal } from '../checkAccount';
import { describeEnvironment } from '../environments';
import { referencePathWords } from '../../api/request';
import { type AccountRecord, isSameOrigin } from '../account';
import {
  mapOutcome,
  runWizard,
  type StepOutcome,
  type StepPosition,
} from '../../base/questions/wizard';
import { t } from '../../base/l10n';

/** A changed account, and the versions that reject its new credentials or address, if checked. */
interface EditedAccount {
  readonly record: AccountRecord;
  readonly refusals?: readonly CredentialRefusal[];
}

/** Asks for one property of an account and returns the changed account. */
type Edit = (
  prompts: AccountPrompts,
  record: AccountRecord,
  position: StepPosition,
  takenLabels: readonly string[],
) => Promise<StepOutcome<EditedAccount>>;

/**
 * Asks which property of an account to change, and its new value; undefined if the person
 * cancelled.
 * @param takenLabels names of other accounts.
 */
export async function askForChanges(
  prompts: AccountPrompts,
  record: AccountRecord,
  takenLabels: readonly string[],
): Promise<EditedAccount | undefined> {
  interface State extends EditedAccount {
    readonly edit: Edit;
  }
  return runWizard<State>(
    t('Edit Account: {0}', record.label),
    [
      async (state, position) =>
        mapOutcome(await askWhat(prompts, state.record, state.edit, position), (edit) => ({
          ...state,
          edit,
        })),
      async (state, position) =>
        mapOutcome(await state.edit(prompts, state.record, position, takenLabels), (changed) => ({
          ...state,
          ...changed,
        })),
    ],
    { record, edit: editLabel },
  );
}

/** Asks for an account's new name; undefined if the person cancelled. */
export async function askForName(
  prompts: AccountPrompts,
  { label }: AccountRecord,
  takenLabels: readonly string[],
): Promise<string | undefined> {
  const position = { title: t('Rename Account: {0}', label), step: 1, totalSteps: 1 };
  const outcome = await askLabel(prompts, label, takenLabels, position);
  return outcome.type === 'next' ? outcome.state : undefined;
}

function askWhat(
  { askChoice }: AccountPrompts,
  record: AccountRecord,
  active: Edit,
  position: StepPosition,
): Promise<StepOutcome<Edit>> {
  const { pathWords, credentials } = record;
  return askChoice<Edit>(
    t('Select what to change'),
    [
      { label: t('Name'), description: record.label, value: editLabel },
      { label: t('Address'), description: record.baseUrl, value: editBaseUrl },
      {
        label: t('Use'),
        description: describeEnvironment(record.environment),
        value: editEnvironment,
      },
      {
        label: t('Sign-in'),
        description: credentials.kind === 'token' ? t('API token') : t('Legacy key and secret'),
        value: editCredentials,
      },
      {
        label: t('Cache path segment'),
        description: pathWords.cache,
        detail: t('Only if the service uses a segment other than "platformcache"'),
        value: editCacheWord,
      },
      {
        label: t('Hub path segment'),
        description: pathWords.hub,
        detail: t('Only if the service uses a segment other than "platformhub"'),
        value: editHubWord,
      },
    ],
    active,
    position,
  );
}

const editLabel: Edit = async (prompts, record, position, takenLabels) =>
  mapOutcome(await askLabel(prompts, record.label, takenLabels, position), (label) => ({
    record: { ...record, label },
  }));

const editEnvironment: Edit = async (prompts, record, position) =>
  mapOutcome(await askEnvironment(prompts, record.environment, position), (environment) => ({
    record: { ...record, environment },
  }));

/**
 * A token is never sent to an account's new origin: the person has to sign in again there, or goes
 * back to the address.
 */
const editBaseUrl: Edit = async (prompts, record, position) => {
  const { credentials } = record;
  let refusals: readonly CredentialRefusal[] = [];
  for (let { baseUrl: typed } = record; ;) {
    const address = await askBaseUrl(prompts, typed, position, async (baseUrl, signal) =>
      isSameOrigin(baseUrl, record.baseUrl)
        ? describeRefusal(prompts, baseUrl, credentials, signal, (found) => {
            refusals = found;
          })
        : undefined,
    );
    if (address.type !== 'next') return address;
    typed = address.state.baseUrl;
    const moved = { ...record, baseUrl: typed };
    if (isSameOrigin(typed, record.baseUrl)) {
      return { type: 'next', state: { record: moved, refusals } };
    }
    const checked = await askCredentials(prompts, address.state, credentials.kind, position);
    if (checked.type !== 'back') {
      return mapOutcome(checked, (answer) => withCredentials(moved, answer));
    }
  }
};

const editCredentials: Edit = async (prompts, record, position) => {
  const address = { baseUrl: record.baseUrl, isConfirmed: true };
  for (let { kind } = record.credentials; ;) {
    const chosen = await askKind(prompts, kind, position);
    if (chosen.type !== 'next') return chosen;
    kind = chosen.state;
    const checked = await askCredentials(prompts, address, kind, position);
    if (checked.type !== 'back') {
      return mapOutcome(checked, (answer) => withCredentials(record, answer));
    }
  }
};

function withCredentials(
  record: AccountRecord,
  { credentials, refusals }: CheckedCredentials,
): EditedAccount {
  return { record: { ...record, credentials }, refusals };
}

const editCacheWord = editPathWord('cache', (usual) =>
  t('Cache path segment, usually "{0}"', usual),
);

const editHubWord = editPathWord('hub', (usual) => t('Hub path segment, usually "{0}"', usual));

function editPathWord(
  name: keyof AccountRecord['pathWords'],
  toPrompt: (usual: string) => string,
): Edit {
  return async (prompts, record, position) => {
    const { pathWords } = record;
    const prompt = toPrompt(referencePathWords[name]);
    const answer = await askPathWord(prompts, prompt, pathWords[name], position);
    return mapOutcome(answer, (word) => ({
      record: { ...record, pathWords: { ...pathWords, [name]: word } },
    }));
  };
}
