import * as vscode from 'vscode';
import { addAccount, removeAccount, signIn } from './accountActions';
import { accountProviderId } from './registerAccountProvider';
import type { Account } from '../../resources/accounts/account';
import type { Core } from '../core';

/** What any account satisfies. A scope has to be something: the editor cannot match an empty list. */
const anyAccount = 'account';

/** What only this account satisfies, and only while its service takes its credentials. */
function onlyAccount(id: string): string {
  return `account:${id}`;
}

/** The accounts as sessions of the editor's account menu: a view of the one store, with no state but it. */
export class AccountProvider {
  readonly #core: Core;
  readonly #tell: (change: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent) => void;
  /** What the editor was told last. */
  #told: Promise<readonly vscode.AuthenticationSession[]>;

  constructor(
    core: Core,
    tell: (change: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent) => void,
  ) {
    this.#core = core;
    this.#tell = tell;
    this.#told = this.list(undefined, undefined);
    core.sessions.onDidChangeAccounts(() => this.#update());
    core.sessions.onDidChangeState(({ account, state }) => {
      if (state === 'needsSignIn') this.#offer(onlyAccount(account));
      else if (state === 'signedIn') void this.#tellSignedIn(account);
    });
    void this.#offerFirst();
  }

  /** The sessions that have all of these scopes; those of one account where it is named. */
  async list(
    scopes: readonly string[] | undefined,
    id: string | undefined,
  ): Promise<vscode.AuthenticationSession[]> {
    return (await this.#core.sessions.accounts())
      .map(toSession)
      .filter((session) => id === undefined || session.id === id)
      .filter((session) => (scopes ?? []).every((scope) => this.#hasScope(session.id, scope)))
      .map((session) => ({ ...session, scopes: scopes?.length ? scopes : session.scopes }));
  }

  /** Adds an account, or signs in again where the scope names one. @throws CancellationError. */
  async signIn(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const accounts = await this.#core.sessions.accounts();
    const known = accounts.find(({ id }) => scopes.includes(onlyAccount(id)));
    const account = known ? await signIn(this.#core, known.id) : await addAccount(this.#core);
    if (!account) throw new vscode.CancellationError();
    return { ...toSession(account), scopes };
  }

  /** Removes an account; the editor has asked the person before. */
  async signOut(id: string): Promise<void> {
    await removeAccount(this.#core, id);
  }

  #hasScope(id: string, scope: string): boolean {
    if (scope === anyAccount) return true;
    return scope === onlyAccount(id) && this.#core.sessions.opened(id)?.state !== 'needsSignIn';
  }

  /** Tells what came and what went; a renamed account did both, since the menu knows it by its name. */
  async #update(): Promise<void> {
    const earlier = this.#told;
    this.#told = this.list(undefined, undefined);
    const [before, after] = await Promise.all([earlier, this.#told]);
    const isIn = (list: readonly vscode.AuthenticationSession[]) => {
      const keys = new Set(list.map(toText));
      return (session: vscode.AuthenticationSession): boolean => keys.has(toText(session));
    };
    const wasKnown = isIn(before);
    const isKnown = isIn(after);
    this.#tell({
      added: after.filter((session) => !wasKnown(session)),
      removed: before.filter((session) => !isKnown(session)),
      changed: [],
    });
  }

  /** Takes back the offer to sign in. */
  async #tellSignedIn(id: string): Promise<void> {
    const added = await this.list([onlyAccount(id)], id);
    this.#tell({ added, removed: [], changed: [] });
  }

  /** Where there is no account yet, the menu offers to sign in. */
  async #offerFirst(): Promise<void> {
    if ((await this.#told).length === 0) this.#offer(anyAccount);
  }

  /** The editor's way to put an offer into the menu: to ask, without insisting, for what is not there. */
  #offer(scope: string): void {
    void vscode.authentication.getSession(accountProviderId, [scope]);
  }
}

/**
 * Other extensions may ask the person for such a session. They get to know that the account is there, and
 * nothing else: what stands in place of the token is the account's id, which is no credential.
 */
function toSession({ id, label }: Account): vscode.AuthenticationSession {
  return { id, accessToken: id, account: { id, label }, scopes: [anyAccount] };
}

function toText({ account }: vscode.AuthenticationSession): string {
  return JSON.stringify([account.id, account.label]);
}
