import { askForAccount, askForCredentials } from './accountWizard';
import type { CredentialRefusal } from '../../accounts/checkAccount';
import { askForChanges } from './editAccount';
import { referencePathWords } from '../../api/request';
import { type Account, toAccount, toAccountId } from '../../accounts/account';
import { sandboxAccountId } from '../../accounts/sessions';
import type { AccountServices } from './accountServices';
import { describeError } from '../describeError';
import { showMessage } from '../editor/messages';
import { t } from '../l10n';

/** Asks for a new account and stores it; undefined if the person cancelled. */
export async function addAccount(services: AccountServices): Promise<Account | undefined> {
  const answers = await askForAccount(await labelsBeside(services));
  if (!answers) return undefined;
  const { refusals, ...answered } = answers;
  const record = {
    ...answered,
    id: toAccountId(answered.label),
    pathWords: referencePathWords,
    addedAt: Date.now(),
  };
  await services.accounts.save(record);
  tellRefusals(record.label, refusals);
  await services.secretKeeping.noteAdded(record.label);
  return toAccount(record);
}

/** Asks for an account's new credentials and stores them; undefined if the person cancelled. */
export async function signIn(services: AccountServices, id: string): Promise<Account | undefined> {
  const before = await services.accounts.record(id);
  const checked = before && (await askForCredentials(before));
  if (!checked) return undefined;
  const { credentials, refusals } = checked;
  const after = await services.accounts.edit(before, { ...before, credentials });
  if (!after) return undefined;
  // If they are the ones that were refused before, storing them changes nothing.
  services.sessions.forgetRefusals(id);
  tellRefusals(after.label, refusals);
  return toAccount(after);
}

/** Asks what to change about an account and stores it. */
export async function editAccount(services: AccountServices, id: string): Promise<void> {
  const before = await services.accounts.record(id);
  const after = before && (await askForChanges(before, await labelsBeside(services, id)));
  if (after) await services.accounts.edit(before, after);
}

/** Removes an account, or disables the sandbox. */
export async function removeAccount(services: AccountServices, id: string): Promise<void> {
  if (id === sandboxAccountId) await services.sandbox.disable();
  else await services.accounts.remove(id);
}

async function labelsBeside(services: AccountServices, id?: string): Promise<string[]> {
  const accounts = await services.sessions.accounts();
  return accounts.filter((account) => account.id !== id).map(({ label }) => label);
}

/** An account is useful even if one version refuses it; what won't work is reported once. */
function tellRefusals(label: string, refusals: readonly CredentialRefusal[]): void {
  for (const { version, error } of refusals) {
    void showMessage(
      'warning',
      t('{0}: API {1} rejects these credentials. {2}', label, version, describeError(error)),
    );
  }
}
