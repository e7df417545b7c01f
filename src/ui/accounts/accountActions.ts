import * as vscode from 'vscode';
import { askForAccount, askForCredentials } from './accountWizard';
import type { Refusal } from './checkAccount';
import { askForChanges } from './editAccount';
import { referencePathWords } from '../../api/request';
import { type Account, toAccount, toAccountId } from '../../resources/accounts/account';
import { sandboxAccountId } from '../../resources/accounts/sessions';
import type { Core } from '../core';
import { describeError } from '../errors/describeError';
import { t } from '../l10n';

/** Asks for a new account and keeps it; nothing where the person cancelled. */
export async function addAccount(core: Core): Promise<Account | undefined> {
  const answers = await askForAccount(await labelsBeside(core));
  if (!answers) return undefined;
  const { refusals, ...answered } = answers;
  const { broken } = await core.accounts.list();
  const others = await core.sessions.accounts();
  const record = {
    ...answered,
    id: toAccountId(answered.label, [sandboxAccountId, ...broken, ...others.map(({ id }) => id)]),
    pathWords: referencePathWords,
    addedAt: Date.now(),
  };
  await core.accounts.save(record);
  tellRefusals(record.label, refusals);
  await core.secretKeeping.noteAdded(record.label);
  return toAccount(record);
}

/** Asks for new credentials of an account and keeps them; nothing where the person cancelled. */
export async function signIn(core: Core, id: string): Promise<Account | undefined> {
  const record = await core.accounts.record(id);
  const checked = record && (await askForCredentials(record));
  // It may have been changed meanwhile, in another window too.
  const latest = checked && (await core.accounts.record(id));
  if (!latest) return undefined;
  await core.accounts.save({ ...latest, credentials: checked.credentials });
  // Where they are the ones that were refused before, storing them changes nothing.
  core.sessions.forgetRefusals(id);
  tellRefusals(latest.label, checked.refusals);
  return toAccount(latest);
}

/** Asks what to change about an account and keeps it. */
export async function editAccount(core: Core, id: string): Promise<void> {
  const record = await core.accounts.record(id);
  const changed = record && (await askForChanges(record, await labelsBeside(core, id)));
  if (changed) await core.accounts.save(changed);
}

/** Removes an account, or takes the sandbox away from the accounts. */
export async function removeAccount(core: Core, id: string): Promise<void> {
  if (id === sandboxAccountId) await core.sandbox.disable();
  else await core.accounts.remove(id);
}

async function labelsBeside(core: Core, id?: string): Promise<string[]> {
  const accounts = await core.sessions.accounts();
  return accounts.filter((account) => account.id !== id).map(({ label }) => label);
}

/** An account is of use although one version refuses it; what will not work is said once. */
function tellRefusals(label: string, refusals: readonly Refusal[]): void {
  for (const { version, error } of refusals) {
    void vscode.window.showWarningMessage(
      t(
        '{0}: {1} of the API does not take these credentials. {2}',
        label,
        version,
        describeError(error),
      ),
    );
  }
}
