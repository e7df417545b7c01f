import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { accountIdOf } from './target';
import { ping } from '../../api/contract/ping';
import { referencePathWords } from '../../api/request';
import { type Account, toAccountId } from '../../resources/accounts/account';
import { sandboxAccountId } from '../../resources/accounts/sessions';
import { askForAccount, askForCredentials } from '../accounts/accountWizard';
import type { Core } from '../core';
import { describeError } from '../errors/describeError';
import { askText } from '../input/askText';
import { pickAccount } from '../input/pickAccount';
import { t } from '../l10n';

/** Commands about accounts. */
export const accountHandlers = {
  'serverManagement.addAccount': async ({ accounts, sessions }) => {
    const answers = await askForAccount();
    if (!answers) return;
    const others = await sessions.accounts();
    await accounts.save({
      ...answers,
      id: toAccountId(answers.label, [sandboxAccountId, ...others.map(({ id }) => id)]),
      pathWords: referencePathWords,
      addedAt: Date.now(),
    });
  },

  'serverManagement.useSandbox': async ({ sandbox }) => {
    await sandbox.enable();
    await vscode.commands.executeCommand('serverManagement.servers.focus');
    const { url, token } = await sandbox.running();
    return { url, token };
  },

  'serverManagement.resetSandbox': async ({ sandbox }) => {
    const reset = t('Reset');
    const chosen = await vscode.window.showWarningMessage(
      t('Put the data of the sandbox back to how it was at first?'),
      { modal: true, detail: t('What you changed in the sandbox is lost.') },
      reset,
    );
    if (chosen === reset) await sandbox.reset();
  },

  'serverManagement.stopUsingSandbox': ({ sandbox }) => sandbox.disable(),

  'serverManagement.signIn': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, isService);
    if (!account) return;
    const record = await core.accounts.record(account.id);
    if (!record) return;
    const { label, baseUrl } = record;
    const credentials = await askForCredentials(label, baseUrl, record.credentials.kind);
    if (credentials) await core.accounts.save({ ...record, credentials });
  },

  'serverManagement.renameAccount': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, isService);
    const record = account && (await core.accounts.record(account.id));
    if (!record) return;
    const outcome = await askText(
      {
        prompt: t('Name of the account, as it is shown to you'),
        value: record.label,
        validate: (text) => (text === '' ? t('Type a name.') : undefined),
      },
      { title: t('Rename Account'), step: 1, totalSteps: 1 },
    );
    if (outcome.type === 'next') await core.accounts.save({ ...record, label: outcome.state });
  },

  'serverManagement.removeAccount': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, isService);
    if (!account) return;
    const remove = t('Remove');
    const chosen = await vscode.window.showWarningMessage(
      t('Remove the account "{0}"?', account.label),
      {
        modal: true,
        detail: t(
          'Its credentials are deleted from this machine. Nothing changes at the service; documents of the account can no longer be saved.',
        ),
      },
      remove,
    );
    if (chosen === remove) await core.accounts.remove(account.id);
  },

  'serverManagement.checkConnection': async (core, parameter) => {
    const account = await chooseAccount(core, parameter, () => true);
    if (account) await checkConnection(core, account);
  },

  'serverManagement.showLog': ({ log }) => log.show(),
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

/** Pings every version that the account reaches, and says how each answered. */
async function checkConnection(core: Core, account: Account): Promise<void> {
  const session = await core.sessions.session(account.id);
  session.forgetRefusal();
  const versions = account.authentication === 'token' ? (['v3', 'v2'] as const) : (['v2'] as const);
  const results = await Promise.all(
    versions.map(async (version) => {
      try {
        const { message } = await session.client.call(ping, {}, { version });
        return { isFine: true, text: `${version}: ${message}` };
      } catch (error) {
        return { isFine: false, text: `${version}: ${describeError(error)}` };
      }
    }),
  );
  const text = `${account.label}: ${results.map((result) => result.text).join(' ')}`;
  if (results.every(({ isFine }) => isFine)) void vscode.window.showInformationMessage(text);
  else void vscode.window.showWarningMessage(text);
}
