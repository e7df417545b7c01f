import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AccountRecord } from '../../src/accounts/account';
import { AccountStore } from '../../src/accounts/accountStore';
import { type SandboxAccount, Sessions } from '../../src/accounts/sessions';
import { Emitter } from '../../src/base/emitter';
import { AccountProvider } from '../../src/ui/accounts/accountActions';
import { SecretPersistence } from '../../src/ui/accounts/secretPersistence';
import { StoredData } from '../../src/ui/accounts/storedData';
import type { Services } from '../../src/ui/commands/services';
import { drawAccount, drawBrokenAccount } from '../../src/ui/explorer/tree/treeItems';
import { MemoryMemento } from '../support/host/memoryMemento';
import { MemorySecrets } from '../support/memorySecrets';
import { replaceMember } from '../support/host/replaceMember';
import { eachTest } from '../support/eachTest';

const sentinel = 'planted-token-of-the-host-test';

const noSandbox: SandboxAccount = {
  isEnabled: false,
  onDidChange: new Emitter<void>().event,
  connect: () => Promise.reject(new Error('There is no sandbox here.')),
};

function recordOf(id: string, label = id): AccountRecord {
  return {
    id,
    label,
    baseUrl: 'https://api.example.com',
    environment: 'production',
    pathWords: { cache: 'platformcache', hub: 'platformhub' },
    addedAt: 1,
    credentials: { kind: 'token', token: sentinel },
  };
}

describe('accounts in the account menu', () => {
  let provider: AccountProvider;
  let told: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent[];

  function nextChange(): Promise<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent> {
    return new Promise((resolve) => {
      const known = told.length;
      const look = (): unknown => {
        const change = told[known];
        return change ? resolve(change) : setTimeout(look);
      };
      look();
    });
  }

  const store = eachTest(() => new AccountStore(new MemorySecrets()));
  beforeEach(async () => {
    await store.save(recordOf('one', 'One'));
    told = [];
    const sessions = new Sessions(store, noSandbox, 'Sandbox');
    const services = { accounts: store, sessions } as unknown as Services;
    provider = new AccountProvider(services, (change) => void told.push(change));
    await provider.list(undefined, undefined);
  });

  it("are listed without their tokens, so that other extensions can't sign in with them", async () => {
    const sessions = await provider.list(undefined, undefined);
    assert.deepEqual(
      sessions.map(({ id, account, accessToken }) => ({ id, account, accessToken })),
      [{ id: 'one', account: { id: 'one', label: 'One' }, accessToken: 'one' }],
    );
    assert.ok(!JSON.stringify(sessions).includes(sentinel));
  });

  it('are found by account and by scope', async () => {
    assert.equal((await provider.list(['account'], undefined)).length, 1);
    assert.equal((await provider.list(['account:one'], undefined)).length, 1);
    assert.deepEqual(await provider.list(['account:other'], undefined), []);
    assert.deepEqual(await provider.list(['admin'], undefined), []);
    assert.deepEqual(await provider.list(undefined, 'other'), []);
  });

  it('follow the account store, including new names', async () => {
    const added = nextChange();
    await store.save(recordOf('two', 'Two'));
    assert.deepEqual(
      (await added).added?.map(({ id }) => id),
      ['two'],
    );

    const renamed = nextChange();
    await store.save(recordOf('two', 'Second'));
    const { added: after, removed: before } = await renamed;
    assert.deepEqual(
      after?.map(({ account }) => account.label),
      ['Second'],
    );
    assert.deepEqual(
      before?.map(({ account }) => account.label),
      ['Two'],
    );
  });

  it('are removed when the person signs out', async () => {
    const removed = nextChange();
    await provider.signOut('one');
    assert.deepEqual(
      (await removed).removed?.map(({ id }) => id),
      ['one'],
    );
    assert.deepEqual((await store.list()).accounts, []);
  });

  it('include the sandbox of this window', async () => {
    await vscode.commands.executeCommand('serverManagement.useSandbox');
    const accounts = await vscode.authentication.getAccounts('serverManagement');
    assert.ok(accounts.some(({ label }) => label === 'Sandbox'));
  });
});

describe('rows of accounts', () => {
  const account = {
    id: 'one',
    label: 'One',
    baseUrl: 'https://api.example.com',
    environment: 'staging',
    authentication: 'token',
    pathWords: { cache: 'platformcache', hub: 'platformhub' },
    isSandbox: false,
  } as const;

  it('show the state of an account in words, icon and label', () => {
    const signedIn = drawAccount(account, 'signedIn', false);
    assert.equal(signedIn.description, 'Staging');
    assert.ok(typeof signedIn.tooltip === 'string' && signedIn.tooltip.includes('signed in'));
    for (const [state, words] of [
      ['needsSignIn', 'needs sign-in'],
      ['offline', 'offline'],
      ['rateLimited', 'rate limited'],
    ] as const) {
      const row = drawAccount(account, state, false);
      assert.equal(row.description, `${words} · Staging`);
      assert.equal(row.accessibilityInformation?.label, `Account, One, ${words}, Staging`);
      assert.notDeepEqual(row.iconPath, signedIn.iconPath);
    }
    assert.match(drawAccount(account, 'needsSignIn', false).contextValue ?? '', /\+signIn\b/);
    assert.doesNotMatch(signedIn.contextValue ?? '', /\+signIn\b/);
  });

  it('mark the sandbox as such', () => {
    const row = drawAccount({ ...account, isSandbox: true }, 'signedIn', false);
    assert.equal(row.description, 'sample data on this machine');
    assert.deepEqual(row.iconPath, new vscode.ThemeIcon('beaker'));
  });

  it("report an account that can't be read, and offer to remove it", () => {
    const row = drawBrokenAccount('odd');
    assert.match(String(row.description), /can't be read/);
    assert.equal(row.command?.command, 'serverManagement.removeAccount');
    assert.deepEqual(row.command?.arguments, [{ type: 'brokenAccount', id: 'odd' }]);
  });
});

describe('stored data', () => {
  const secrets = eachTest(() => new MemorySecrets());
  const globalState = eachTest(() => new MemoryMemento());

  function contextOf(): vscode.ExtensionContext {
    const folder = vscode.Uri.file('/nowhere/at/all');
    return {
      secrets,
      globalState,
      workspaceState: globalState,
      globalStorageUri: folder,
      storageUri: folder,
    } as unknown as vscode.ExtensionContext;
  }

  it('is removed completely', async () => {
    await secrets.store('account.one', 'x');
    await new SecretPersistence(contextOf()).noteAdded('one');
    await globalState.update('document:/a/b', {});
    await new StoredData(contextOf()).remove();
    assert.deepEqual([await secrets.keys(), globalState.keys()], [[], []]);
  });

  it('is marked once, and the mark stays while the data persists', async () => {
    await new SecretPersistence(contextOf()).noteAdded('one');
    await new SecretPersistence(contextOf()).tellLoss();
    assert.deepEqual(globalState.keys(), ['secrets.mark']);
    assert.deepEqual(await secrets.keys(), ['secrets.mark']);
  });

  it('is reported as lost until it persists again', async () => {
    const told: string[] = [];
    const restore = replaceMember(vscode.window, 'showWarningMessage', (text: string) => {
      told.push(text);
      return Promise.resolve(undefined);
    });
    await new SecretPersistence(contextOf()).noteAdded('one');
    await secrets.delete('secrets.mark');
    await new SecretPersistence(contextOf()).tellLoss();
    assert.deepEqual(globalState.keys(), ['secrets.areLost']);
    await new SecretPersistence(contextOf()).noteAdded('two');
    await new SecretPersistence(contextOf()).tellLoss();
    assert.deepEqual(globalState.keys(), ['secrets.mark']);
    restore();
    assert.equal(told.length, 2);
    assert.match(told[0] ?? '', /^Your accounts are gone/);
    assert.match(told[1] ?? '', /^The account "two" may be lost/);
  });
});
