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
import {
  type Account,
  type AccountRecord,
  permissionMs,
  toAccount,
  toAccountId,
} from '../../accounts/account';
import type { Prompts } from '../../actions/action';
import { sandboxAccountId, type Sessions } from '../../accounts/sessions';
import { askModal, describeError, showMessage, commandButton } from '../editor/messages';
import { askForm } from '../prompts/askForm';
import { t } from '../../base/l10n';
import { accountProviderId } from '../../accounts/accountProviderId';
import type { SandboxHost } from './sandboxHost';
import type { SecretPersistence } from './secretPersistence';
import type { AccountStore } from '../../accounts/accountStore';
import type { ResourceStore } from '../../resources/store/resourceStore';

export interface AccountServices {
  readonly accounts: AccountStore;
  readonly sandbox: SandboxHost;
  readonly secretPersistence: SecretPersistence;
  readonly sessions: Sessions;
  readonly store: ResourceStore;
}

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

/** Allows them for an hour once the person has typed the account's name; ends it if it runs. */
export async function allowChanges(
  services: AccountServices & { readonly prompts: Pick<Prompts, 'confirm'> },
  { id, label }: Account,
): Promise<void> {
  const isAllowed = !services.sessions.isReadOnly(id);
  const isAgreed = isAllowed
    ? await askModal({
        question: t('Stop allowing changes to "{0}"?', label),
        detail: t("The account becomes read-only again. What was already sent isn't undone."),
        place: undefined,
        button: t('Stop Now'),
      })
    : await services.prompts.confirm({
        message: t('Allow changes to "{0}" for an hour?', label),
        detail: t(
          "For an hour, everything in this account can be changed, from all windows on this machine. After that, it's read-only again.",
        ),
        button: t('Allow Changes'),
        typed: label,
      });
  const before = isAgreed && (await services.accounts.record(id));
  if (!before) return;
  const writableUntil = isAllowed ? 0 : Date.now() + permissionMs;
  await changeAccount(services, before, { ...before, writableUntil });
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
  void showMessage(
    'error',
    t(
      'Couldn\'t change the account "{0}": it was removed or moved to another address in the meantime. Nothing was saved.',
      before.label,
    ),
    [commandButton(t('Add Account…'), 'serverManagement.addAccount')],
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

/** The scope of every account. It can't be empty: the editor can't match an empty list. */
const anyAccount = 'account';

/** The scope of this account alone, and only while its service accepts its credentials. */
function onlyAccount(id: string): string {
  return `account:${id}`;
}

export class AccountProvider {
  readonly #services: AccountServices;
  readonly #report: (
    change: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent,
  ) => void;
  #reported: Promise<readonly vscode.AuthenticationSession[]>;

  constructor(
    services: AccountServices,
    tell: (change: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent) => void,
  ) {
    this.#services = services;
    this.#report = tell;
    this.#reported = this.list(undefined, undefined);
    services.sessions.onDidChangeAccounts(() => this.#update());
    services.sessions.onDidChangeState(({ account, state }) => {
      if (state === 'needsSignIn') this.#offer(onlyAccount(account));
      else if (state === 'signedIn') void this.#reportSignedIn(account);
    });
    void this.#offerFirst();
  }

  /** The sessions that have all of these scopes, limited to one account if `id` is given. */
  async list(
    scopes: readonly string[] | undefined,
    id: string | undefined,
  ): Promise<vscode.AuthenticationSession[]> {
    return (await this.#services.sessions.accounts())
      .map(toSession)
      .filter((session) => id === undefined || session.id === id)
      .filter((session) => (scopes ?? []).every((scope) => this.#hasScope(session.id, scope)))
      .map((session) => ({ ...session, scopes: scopes?.length ? scopes : session.scopes }));
  }

  /** Adds an account, or signs in again if the scope names one. @throws CancellationError. */
  async signIn(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const accounts = await this.#services.sessions.accounts();
    const known = accounts.find(({ id }) => scopes.includes(onlyAccount(id)));
    const account = known
      ? await signIn(this.#services, known.id)
      : await addAccount(this.#services);
    if (!account) throw new vscode.CancellationError();
    return { ...toSession(account), scopes };
  }

  async signOut(id: string): Promise<void> {
    await removeAccount(this.#services, id);
  }

  #hasScope(id: string, scope: string): boolean {
    if (scope === anyAccount) return true;
    return scope === onlyAccount(id) && this.#services.sessions.opened(id)?.state !== 'needsSignIn';
  }

  /** A renamed account is both removed and added, since the menu knows it by name. */
  async #update(): Promise<void> {
    const earlier = this.#reported;
    this.#reported = this.list(undefined, undefined);
    const [before, after] = await Promise.all([earlier, this.#reported]);
    const isIn = (list: readonly vscode.AuthenticationSession[]) => {
      const keys = new Set(list.map(sessionText));
      return (session: vscode.AuthenticationSession): boolean => keys.has(sessionText(session));
    };
    const wasKnown = isIn(before);
    const isKnown = isIn(after);
    this.#report({
      added: after.filter((session) => !wasKnown(session)),
      removed: before.filter((session) => !isKnown(session)),
      changed: [],
    });
  }

  async #reportSignedIn(id: string): Promise<void> {
    const added = await this.list([onlyAccount(id)], id);
    this.#report({ added, removed: [], changed: [] });
  }

  /** As long as there is no account, the menu offers to sign in. */
  async #offerFirst(): Promise<void> {
    if ((await this.#reported).length === 0) this.#offer(anyAccount);
  }

  /** Adds an offer to the menu, the editor's way: by requesting a missing session silently. */
  #offer(scope: string): void {
    void vscode.authentication.getSession(accountProviderId, [scope]);
  }
}

/** Other extensions learn that an account exists: its id, no credential, stands for the token. */
function toSession({ id, label }: Account): vscode.AuthenticationSession {
  return { id, accessToken: id, account: { id, label }, scopes: [anyAccount] };
}

function sessionText({ account }: vscode.AuthenticationSession): string {
  return JSON.stringify([account.id, account.label]);
}
