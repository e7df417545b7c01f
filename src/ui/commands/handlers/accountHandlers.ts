import type { Handler, Handlers, Services } from '../services';
import { accountIdOf, asNode } from '../target';
import type { Account } from '../../../accounts/account';
import {
  addAccount,
  allowChanges,
  editAccount,
  removeAccount,
  signIn,
} from '../../accounts/accountActions';
import { pingVersions } from '../../../accounts/checkAccount';
import { describeError, askModal, showMessage, tryAgain } from '../../editor/messages';
import { allTabs, urisIn } from '../../documents/inFront';
import { pickAccount } from '../../prompts/pickers/pickResource';
import * as vscode from 'vscode';
import { viewTypes } from '../../../panels/page/viewType';
import { reportScheme } from '../../../panels/reports/reportPath';
import { draftScheme, pendingScheme, scheme, viewScheme } from '../../../documents/schemes';
import { formats, t } from '../../../base/l10n';

const ownSchemes: ReadonlySet<string> = new Set([
  scheme,
  draftScheme,
  pendingScheme,
  viewScheme,
  reportScheme,
]);

/** The editor keeps the content of open tabs. False if one with unsaved text is to stay. */
async function closeOwnTabs(): Promise<boolean> {
  const own = allTabs().filter(isOwn);
  return own.length === 0 || vscode.window.tabGroups.close(own);
}

function isOwn(tab: vscode.Tab): boolean {
  const { input } = tab;
  if (!(input instanceof vscode.TabInputWebview)) {
    return urisIn(tab).some(({ scheme: each }) => ownSchemes.has(each));
  }
  // The editor adds its own prefix to the type.
  return Object.values(viewTypes).some((type) => input.viewType.endsWith(type));
}

export const accountHandlers = {
  'serverManagement.addAccount': async (services) => (await addAccount(services))?.id,

  'serverManagement.signIn': async (services, parameter) => {
    const account = await chooseAccount(services, parameter, isService);
    if (account) await signIn(services, account.id);
  },

  'serverManagement.editAccount': async (services, parameter) => {
    const account = await chooseAccount(services, parameter, isService);
    if (account) await editAccount(services, account.id);
  },

  'serverManagement.allowChanges': async (services, parameter) => {
    const isLocked = ({ isReadOnly = false }: Account): boolean => isReadOnly;
    const account = await chooseAccount(services, parameter, isLocked);
    if (account) await allowChanges(services, account);
  },

  'serverManagement.removeAccount': async (services, parameter) => {
    const node = asNode(parameter);
    const isBroken = node?.type === 'brokenAccount';
    const account = isBroken ? undefined : await chooseAccount(services, parameter, isService);
    const id = isBroken ? node.id : account?.id;
    if (id === undefined) return;
    const isAgreed = await askModal({
      ...describeRemoval(id, account),
      place: undefined,
      button: t('Remove'),
    });
    if (isAgreed) await removeAccount(services, id);
  },

  'serverManagement.checkConnection': (services, parameter) => checkConnection(services, parameter),

  'serverManagement.removeStoredData': async (services) => {
    if (!(await mayRemoveAll(services))) return;
    if (!(await closeOwnTabs())) {
      const text = t('Nothing was removed, because a document with unsaved changes is still open.');
      void showMessage('information', text);
      return;
    }
    await Promise.all([services.sandbox.disable(), services.agents.stop()]);
    await Promise.all([services.explorer.clear(), services.changeLog.clear()]);
    await services.storedData.remove();
    void showMessage(
      'information',
      t(
        'Everything this window can reach was removed. Close or reload other windows: until then they stay signed in, can save, and store data again.',
      ),
    );
  },

  'serverManagement.useSandbox': async ({ sandbox }) => {
    await sandbox.enable();
    await vscode.commands.executeCommand('serverManagement.servers.focus');
    const { url, token, fetch } = await sandbox.running();
    return { url, token, ...(fetch && { fetch }) };
  },

  'serverManagement.resetSandbox': async ({ sandbox }) => {
    const isAgreed = await askModal({
      question: t('Reset the sandbox to its original data?'),
      detail: t('Your changes in the sandbox will be lost.'),
      place: undefined,
      button: t('Reset'),
    });
    if (isAgreed) await sandbox.reset();
  },

  'serverManagement.stopUsingSandbox': ({ sandbox }) => sandbox.disable(),
} satisfies Partial<Record<keyof Handlers, Handler>>;

function isService({ isSandbox }: Account): boolean {
  return !isSandbox;
}

/** The given account; asks for one if none is given, or if the command isn't for the given one. */
async function chooseAccount(
  services: Services,
  parameter: unknown,
  matches: (account: Account) => boolean,
): Promise<Account | undefined> {
  const isBroken = asNode(parameter)?.type === 'brokenAccount';
  const id = isBroken ? undefined : accountIdOf(parameter);
  if (id === undefined) return pickAccount(services, matches, parameter !== undefined);
  const account = await services.sessions.account(id);
  if (!account) return void showMessage('information', t('The account was removed.'));
  return matches(account) ? account : pickAccount(services, matches, true);
}

async function mayRemoveAll(services: Services): Promise<boolean> {
  const { pending, prompts, sessions, storedData } = services;
  await pending.changes.refresh();
  const { textDocuments } = vscode.workspace;
  // Drafts are stored as they're typed.
  const unsaved = textDocuments.filter(({ uri, isDirty }) => isDirty && uri.scheme === scheme);
  const counts = [
    [t('Accounts'), (await sessions.accounts()).length],
    [t('Drafts'), storedData.drafts],
    [t('Unsaved documents'), unsaved.length],
    [t('Panels with unsaved changes'), storedData.panels],
    [t('Pending Changes'), pending.changes.all.length],
  ] as const;
  const word = t('Remove');
  return prompts.confirm({
    message: t('Remove everything this extension has stored on this machine?'),
    detail: [
      ...counts.flatMap(([what, count]) => (count > 0 ? `${what}: ${formats.number(count)}` : [])),
      t(
        "Credentials, the sandbox's data, the change history and the state of documents and views are removed, too. Nothing changes on any service, and this can't be undone.",
      ),
      t('Drafts and unsaved changes of other folders stay: open each folder and run this again.'),
    ].join('\n'),
    button: t('Remove Everything'),
    typed: word,
  });
}

/** @param account absent if its stored data is damaged. */
function describeRemoval(id: string, account: Account | undefined) {
  return account
    ? {
        question: t('Remove the account "{0}"?', account.label),
        detail: t(
          "Its credentials are deleted from this machine. Nothing changes on the service, but open documents of this account can't be saved anymore.",
        ),
      }
    : {
        question: t('Remove the stored data of account "{0}"?', id),
        detail: t("It can't be read: it's damaged, or another version of the extension wrote it."),
      };
}

async function checkConnection(services: Services, parameter: unknown): Promise<void> {
  const account = await chooseAccount(services, parameter, () => true);
  if (!account) return;
  const session = await services.sessions.session(account.id);
  session.forgetRefusal();
  const outcomes = await pingVersions(session.client, account.authentication);
  const errors = outcomes.flatMap(({ error }) => error ?? []);
  const problems = [...new Set(errors.map((error) => describeError(error)))].join(' ');
  const { label } = account;
  // The account may be edited or removed until then.
  const again = tryAgain(() => checkConnection(services, account.id));
  if (errors.length === outcomes.length) {
    void showMessage('warning', t('Couldn\'t connect to "{0}". {1}', label, problems), [again]);
  } else if (errors.length > 0) {
    const text = t('Only partly connected to "{0}". {1}', label, problems);
    void showMessage('warning', text, [again]);
  } else {
    const connected =
      outcomes.length > 1
        ? t('Connected to "{0}" (v2 and v3).', label)
        : t('Connected to "{0}" (v2).', label);
    void showMessage('information', connected);
  }
}
