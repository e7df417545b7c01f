import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { accountIdOf, toNode } from './target';
import { ping } from '../../api/contract/ping';
import type { Account } from '../../resources/accounts/account';
import { addAccount, editAccount, removeAccount, signIn } from '../accounts/accountActions';
import { askLabel } from '../accounts/accountQuestions';
import { closeOwnTabs } from '../accounts/ownTabs';
import { versionsFor } from '../accounts/checkAccount';
import type { Core } from '../core';
import { describeError } from '../errors/describeError';
import { pickAccount } from '../input/pickAccount';
import { t } from '../l10n';
import { toPlain } from '../safeText';

/** Commands about accounts. */
export const accountHandlers = {
  'serverManagement.addAccount': async (core) => (await addAccount(core))?.id,

  'serverManagement.signIn': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, isService);
    if (account) await signIn(core, account.id);
  },

  'serverManagement.editAccount': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, isService);
    if (account) await editAccount(core, account.id);
  },

  'serverManagement.renameAccount': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, isService);
    if (!account) return;
    const others = (await core.sessions.accounts()).filter(({ id }) => id !== account.id);
    const outcome = await askLabel(
      account.label,
      others.map(({ label }) => label),
      { title: t('Rename Account: {0}', account.label), step: 1, totalSteps: 1 },
    );
    const record = await core.accounts.record(account.id);
    if (outcome.type === 'next' && record) {
      await core.accounts.save({ ...record, label: outcome.state });
    }
  },

  'serverManagement.removeAccount': async (core, parameter) => {
    const node = toNode(parameter);
    if (node?.type === 'brokenAccount') await removeBrokenAccount(core, node.id);
    else {
      const account = await chooseAccount(core, parameter, isService);
      if (account) await removeAfterAsking(core, account);
    }
  },

  'serverManagement.checkConnection': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, () => true);
    if (account) await checkConnection(core, account);
  },

  'serverManagement.removeStoredData': async (core) => {
    const isAgreed = await confirm(
      t('Remove everything that this extension has stored on this machine?'),
      t(
        'All accounts and their credentials, the data of the sandbox, drafts, and what is remembered of documents and views; tabs of this extension are closed. Nothing changes at any service. Drafts and unsaved changes that belong to another folder can only be removed in a window with that folder.',
      ),
      t('Remove Everything'),
    );
    if (!isAgreed || !(await closeOwnTabs())) return;
    await core.sandbox.disable();
    await core.explorer.clear();
    await core.storedData.remove();
    void vscode.window.showInformationMessage(
      t(
        'Everything that this window can reach is removed. Close other windows, or reload them: they still know what they have read.',
      ),
    );
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

function isService({ isSandbox }: Account): boolean {
  return !isSandbox;
}

async function chooseAccount(
  core: Core,
  parameter: unknown,
  matches: (account: Account) => boolean,
): Promise<Account | undefined> {
  const id = accountIdOf(parameter);
  const account = id === undefined ? undefined : await core.sessions.account(id);
  return account && matches(account) ? account : pickAccount(core.sessions, matches);
}

async function removeAfterAsking(core: Core, { id, label }: Account): Promise<void> {
  const isAgreed = await confirm(
    t('Remove the account "{0}"?', label),
    t(
      'Its credentials are deleted from this machine. Nothing changes at the service; documents of the account can no longer be saved.',
    ),
    t('Remove'),
  );
  if (isAgreed) await removeAccount(core, id);
}

async function removeBrokenAccount(core: Core, id: string): Promise<void> {
  const isAgreed = await confirm(
    t('Remove what is stored of the account "{0}"?', id),
    t('It cannot be read: it was damaged, or another version of the extension wrote it.'),
    t('Remove'),
  );
  if (isAgreed) await removeAccount(core, id);
}

async function confirm(question: string, detail: string, button: string): Promise<boolean> {
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(question, options, button)) === button;
}

/** Pings every version that the account reaches, and says how each answered. */
async function checkConnection(core: Core, account: Account): Promise<void> {
  const session = await core.sessions.session(account.id);
  session.forgetRefusal();
  const results = await Promise.all(
    versionsFor(account.authentication).map(async (version) => {
      try {
        const { message } = await session.client.call(ping, {}, { version });
        return { isFine: true, text: `${version}: ${toPlain(message)}` };
      } catch (error) {
        return { isFine: false, text: `${version}: ${describeError(error)}` };
      }
    }),
  );
  const text = `${account.label}: ${results.map((result) => result.text).join(' ')}`;
  if (results.every(({ isFine }) => isFine)) void vscode.window.showInformationMessage(text);
  else void vscode.window.showWarningMessage(text);
}
