import * as vscode from 'vscode';
import {
  type AccountPrompts,
  askForAccount,
  askForChanges,
  askForCredentials,
  askForPanelPage,
} from '../../accounts/accountQuestions';
import type { CredentialRefusal } from '../../accounts/checkAccount';
import { referencePathWords } from '../../api/request';
import { type Account, type AccountRecord, toAccount, toAccountId } from '../../accounts/account';
import { sandboxAccountId } from '../../accounts/sessions';
import type { AccountServices } from './accountServices';
import { describeError } from '../editor/describeError';
import { showMessage } from '../editor/messages';
import { askForm } from '../prompts/askForm';
import { t } from '../../base/l10n';

const prompts: AccountPrompts = { describeError, ask: askForm };

export async function addAccount(services: AccountServices): Promise<Account | undefined> {
  const answers = await askForAccount(prompts, await labelsBeside(services));
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
  await services.secretPersistence.noteAdded(record.label);
  return toAccount(record);
}

/** Asks for an account's new credentials and stores them; undefined if the person cancelled. */
export async function signIn(services: AccountServices, id: string): Promise<Account | undefined> {
  const before = await services.accounts.record(id);
  const checked = before && (await askForCredentials(prompts, before));
  if (!checked) return undefined;
  const { credentials, refusals } = checked;
  const after = await changeAccount(services, before, { ...before, credentials });
  if (!after) return undefined;
  // If they are the ones that were refused before, storing them changes nothing.
  services.sessions.forgetRefusals(id);
  tellRefusals(after.label, refusals);
  return after;
}

export async function editAccount(services: AccountServices, id: string): Promise<void> {
  const before = await services.accounts.record(id);
  if (!before) return;
  const edited = await askForChanges(prompts, before, await labelsBeside(services, id));
  if (!edited) return;
  const after = await changeAccount(services, before, edited.record);
  if (after) tellRefusals(after.label, edited.refusals);
}

/** Asks for its address once. Undefined if the person cancelled or there is no such page. */
export async function findPanelPage(
  services: AccountServices & { readonly title: string },
  id: string,
): Promise<string | undefined> {
  const before = await services.accounts.record(id);
  if (!before) {
    void showMessage('information', t('The sandbox has no control panel.'));
    return undefined;
  }
  if (before.panelPage !== undefined) return before.panelPage;
  const panelPage = await askForPanelPage(prompts, services.title);
  if (panelPage === undefined) return undefined;
  const after = await changeAccount(services, before, { ...before, panelPage });
  return after?.panelPage;
}

/** Stores a changed account; undefined, after a message, if another window removed or moved it. */
async function changeAccount(
  { accounts }: AccountServices,
  before: AccountRecord,
  after: AccountRecord,
): Promise<Account | undefined> {
  const changed = await accounts.edit(before, after);
  if (changed) return toAccount(changed);
  const run = (): unknown => vscode.commands.executeCommand('serverManagement.addAccount');
  void showMessage(
    'error',
    t(
      'Couldn\'t change the account "{0}": it was removed or moved to another address in the meantime. Nothing was saved.',
      before.label,
    ),
    [{ title: t('Add Account…'), run }],
  );
  return undefined;
}

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
      t('"{0}" was saved, but can\'t use API {1}. {2}', label, version, describeError(error)),
    );
  }
}
