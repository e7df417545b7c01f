import * as vscode from 'vscode';
import { addAccount, removeAccount, signIn } from './accountActions';
import { accountProviderId } from '../../accounts/accountProviderId';
import type { Account } from '../../accounts/account';
import type { AccountServices } from './accountServices';

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
