import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import {
  addAccount,
  chooseInAccountMenu,
  menuItem,
  openAccountMenu,
} from '../support/accountSteps';
import {
  closedAddress,
  type RecordingServer,
  sendJson,
  startRecordingServer,
} from '../support/httpServer';
import { SandboxProbe } from '../support/sandboxProbe';
import { type SelfSignedServer, startSelfSignedServer } from '../support/selfSignedServer';

const addCommand = 'Server Management: Add Account…';

describe('accounts', () => {
  let service: Sandbox;
  let other: Sandbox;
  let probe: SandboxProbe;
  let selfSigned: SelfSignedServer;
  let webPage: RecordingServer;
  let stranger: RecordingServer;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({
      token: 'token-of-the-first-service',
      basic: { key: 'legacy-key', secret: 'legacy-secret' },
    });
    other = await startSandbox({ token: 'token-of-the-other-service' });
    probe = new SandboxProbe(service);
    selfSigned = await startSelfSignedServer();
    webPage = await startRecordingServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<html>Welcome</html>');
    });
    stranger = await startRecordingServer((_request, response) =>
      sendJson(response, { message: 'It works!' }),
    );
    workbench = await openWorkbench();
    await workbench.sideBar.open('Server Management');
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    await workbench.page
      .locator('.activitybar .progress-badge:visible')
      .waitFor({ state: 'detached' });
    await workbench.screenshot('welcome');
  });

  after(async () => {
    await workbench.close();
    await Promise.all([service, other, selfSigned, webPage, stranger].map((each) => each.close()));
  });

  it('offers to sign in from the account menu while there is no account', async () => {
    await workbench.page.locator('.activitybar .badge[aria-label*="Sign in requested"]').waitFor();
    await openAccountMenu(workbench);
    await workbench.screenshot('accounts-menu-offer');
    await workbench.page.keyboard.press('Escape');
    await chooseInAccountMenu(workbench, 'Sign in with Server Management');
    await workbench.quickInput.question('Address of the service').waitFor();
    await workbench.quickInput.cancel();
  });

  it('changes nothing if the person cancels, at any step', async () => {
    const steps: readonly (() => Promise<void>)[] = [
      () => workbench.quickInput.enter(service.url),
      () => workbench.quickInput.pick('API token'),
      () => workbench.quickInput.enter(service.token),
      () => workbench.quickInput.enter('Cancelled'),
    ];
    const questions = ['Address', 'Select how to sign in', 'API token', 'Name of', 'Environment'];
    for (let last = 0; last <= steps.length; last += 1) {
      await workbench.quickInput.runCommand(addCommand);
      for (const [index, step] of steps.slice(0, last).entries()) {
        await workbench.quickInput.question(questions[index] ?? '').waitFor();
        await step();
      }
      await workbench.quickInput.question(questions[last] ?? '').waitFor();
      await workbench.quickInput.cancel();
    }
    await workbench.page.getByRole('button', { name: 'Add Account' }).first().waitFor();
    await openAccountMenu(workbench);
    await menuItem(workbench, 'Sign in with Server Management').waitFor();
    assert.equal(await menuItem(workbench, 'Cancelled').count(), 0);
    await workbench.page.keyboard.press('Escape');
  });

  it('goes back through the steps and keeps the answers', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand(addCommand);
    await quickInput.enter(`${service.url}/api/v3/`);
    await quickInput.pick('Legacy key and secret');
    await quickInput.question('API key').waitFor();
    await quickInput.enter('legacy-key');
    await quickInput.question('API secret').waitFor();
    await quickInput.back();
    await quickInput.question('API key').waitFor();
    assert.equal(await quickInput.value(), 'legacy-key');
    await quickInput.back();
    await quickInput.entry('API token').waitFor();
    await quickInput.back();
    await quickInput.question('Address').waitFor();
    assert.equal(await quickInput.value(), `${service.url}/api/v3/`);
    await quickInput.cancel();
  });

  it('masks secrets, and reports an invalid address while typing', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand(addCommand);
    await quickInput.type('ftp://api.example.com');
    await quickInput.box.getByText('Type a full URL').waitFor();
    await quickInput.type('http://api.example.com');
    await quickInput.box.getByText('Use https').waitFor();
    await quickInput.type('https://me:secret@api.example.com');
    await quickInput.box.getByText('Remove the user name and password').waitFor();
    await quickInput.enter(service.url);
    await quickInput.pick('API token');
    await quickInput.question('API token').waitFor();
    assert.equal(await quickInput.isMasked(), true);
    await quickInput.cancel();
  });

  const wrongAddresses: readonly {
    name: string;
    url: () => Promise<string> | string;
    fault?: string;
    words: string;
  }[] = [
    {
      name: 'this machine is not allowed',
      url: () => service.url,
      fault: '403:GET:/api/*/ping',
      words: 'refuses requests from this machine (403)',
    },
    {
      name: 'the service fails',
      url: () => service.url,
      fault: '500:GET:/api/*/ping',
      words: 'The service failed (500)',
    },
    {
      name: 'nothing answers at the address',
      url: closedAddress,
      words: "Couldn't reach the service (ECONNREFUSED)",
    },
    {
      name: 'the certificate is not trusted',
      url: () => selfSigned.url,
      words: "certificate isn't trusted on this machine (DEPTH_ZERO_SELF_SIGNED_CERT)",
    },
    {
      name: 'the API is at another address',
      url: () => service.url,
      fault: '404:GET:/api/*/ping',
      words: "The API isn't at this address (404)",
    },
    { name: 'a web page answers', url: () => webPage.url, words: 'web page instead of JSON' },
    {
      name: 'another service answers',
      url: () => stranger.url,
      words: "the response isn't “pong”",
    },
  ];
  for (const { name, url, fault, words } of wrongAddresses) {
    it(`says why an address doesn't work before asking for a token, and keeps it typed, when ${name}`, async () => {
      if (fault) await probe.addFault(fault);
      const { quickInput } = workbench;
      const address = await url();
      await quickInput.runCommand(addCommand);
      await quickInput.question('Address').waitFor();
      await quickInput.enter(address);
      await quickInput.box.getByText(words).waitFor();
      assert.equal(await quickInput.value(), address);
      await quickInput.cancel();
      await probe.clearFaults();
      await workbench.page.getByRole('button', { name: 'Add Account' }).first().waitFor();
    });
  }

  it('allows continuing without a network, and sends no token to an unconfirmed address', async () => {
    const { quickInput } = workbench;
    await probe.addFault('500:GET:/api/*/ping');
    await quickInput.runCommand(addCommand);
    await quickInput.question('Address').waitFor();
    await quickInput.enter(service.url);
    await quickInput.box.getByText('Press Enter again to continue').waitFor();
    await workbench.screenshot('accounts-unreached');
    await quickInput.accept();
    await quickInput.pick('API token');
    await quickInput.question('API token').waitFor();
    await probe.clearFaults();
    await probe.addFault('html:GET:/api/*/ping');
    await quickInput.enter(service.token);
    await quickInput.box.getByText('web page instead of JSON').waitFor();
    await probe.clearFaults();
    await quickInput.accept();
    await quickInput.question('Display name of the account').waitFor();
    await quickInput.cancel();
  });

  it('stores nothing and says why if the token is wrong', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand(addCommand);
    await quickInput.question('Address').waitFor();
    await quickInput.enter(service.url);
    await quickInput.pick('API token');
    await quickInput.question('API token').waitFor();
    await quickInput.enter('a-wrong-token');
    await quickInput.box.getByText('allow list').waitFor();
    await quickInput.cancel();
    await workbench.page.getByRole('button', { name: 'Add Account' }).first().waitFor();
  });

  it("sends nothing to a service whose certificate isn't trusted", () => {
    assert.equal(selfSigned.requests, 0);
  });

  it("shows the servers of the only account at the root, and the account's name", async () => {
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.page.getByText('Production · Example Hosting').waitFor();
    await workbench.screenshot('accounts-one');
  });

  it('shows each of several accounts as a row with its environment', async () => {
    await addAccount(workbench, { ...other, label: 'Trial', environment: 'development' });
    const rows = workbench.sideBar.rows;
    await workbench.sideBar.row('Trial').getByText('8 servers').waitFor();
    assert.deepEqual(await rows.locator('.label-name').allTextContents(), [
      'Example Hosting',
      'Trial',
    ]);
    assert.deepEqual(await rows.locator('.label-description').allTextContents(), [
      'Production · 8 servers',
      'Development · 8 servers',
    ]);
    assert.equal(
      await workbench.sideBar.row('Trial').getAttribute('aria-label'),
      'Account, Trial, development, 8 servers',
    );
  });

  it('rejects a name that another account already has', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand(addCommand);
    await quickInput.enter(service.url);
    await quickInput.pick('API token');
    await quickInput.question('API token').waitFor();
    await quickInput.enter(service.token);
    await quickInput.question('Display name of the account').waitFor();
    await quickInput.enter('Trial');
    await quickInput.box.getByText('Another account has this name').waitFor();
    await quickInput.cancel();
  });

  it('signs in with a legacy key and secret, and shows the resources in v2', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand(addCommand);
    await quickInput.enter(service.url);
    await quickInput.pick('Legacy key and secret');
    await quickInput.question('API key').waitFor();
    await quickInput.enter('legacy-key');
    await quickInput.question('API secret').waitFor();
    assert.equal(await quickInput.isMasked(), true);
    await quickInput.enter('wrong');
    await quickInput.box.getByText('allow list').waitFor();
    await quickInput.enter('legacy-secret');
    await quickInput.question('Display name of the account').waitFor();
    await quickInput.enter('Old Space');
    await quickInput.pick('Staging');
    await workbench.sideBar.expand('Old Space');
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.sideBar.collapse('Old Space');
  });

  it('keeps an account that one API version refuses, and says which version', async () => {
    await probe.addFault('403:GET:/api/v2/ping');
    await addAccount(workbench, { ...service, label: 'Only v3', environment: 'staging' });
    await workbench.messages.notification('"Only v3" was saved, but can\'t use API v2.').waitFor();
    await workbench.sideBar.row('Only v3').waitFor();
    await probe.clearFaults();
  });

  it('renames an account, also in the account menu', async () => {
    await workbench.sideBar.chooseInMenu('Only v3', 'Edit Account…');
    await workbench.quickInput.pick('Name');
    await workbench.quickInput.question('Display name of the account').waitFor();
    await workbench.quickInput.enter('Renamed');
    await workbench.sideBar.row('Renamed').waitFor();
    await openAccountMenu(workbench);
    await menuItem(workbench, 'Renamed (Server Management)').waitFor();
    assert.equal(await menuItem(workbench, 'Only v3').count(), 0);
    await workbench.screenshot('accounts-menu');
    await workbench.page.keyboard.press('Escape');
  });

  it('changes the environment of an account', async () => {
    await workbench.sideBar.chooseInMenu('Renamed', 'Edit Account…');
    await workbench.screenshot('accounts-edit');
    await workbench.quickInput.pick('Use');
    await workbench.quickInput.pick('Development');
    await workbench.sideBar
      .row('Renamed')
      .filter({ has: workbench.page.getByText(/^development\b/) })
      .waitFor();
  });

  it('asks for the vendor-specific path segment', async () => {
    await workbench.sideBar.chooseInMenu('Renamed', 'Edit Account…');
    await workbench.quickInput.pick('Cache path segment');
    await workbench.quickInput.question('Cache path segment').waitFor();
    await workbench.quickInput.enter('a/b');
    await workbench.quickInput.box.getByText('Use letters').waitFor();
    await workbench.quickInput.enter('vendorcache');
    await workbench.quickInput.box.waitFor({ state: 'hidden' });
    await workbench.sideBar.expand('Renamed');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Web Applications');
    const application = workbench.sideBar.rows.and(workbench.page.locator('[aria-level="4"]'));
    await application.first().locator('.monaco-tl-twistie').click();
    await probe.forgetRequests();
    await workbench.sideBar.row('Cache Configuration').first().click();
    await probe.waitForRequest(({ path }) => path.endsWith('/vendorcache'));
    // The sandbox doesn't have this path segment; an editor still trying to open would take the focus.
    await workbench.messages
      .notification('Couldn\'t open "shop-frankfurt › storefront › Cache')
      .waitFor();
    await workbench.sideBar.collapse('Renamed');
  });

  it('never sends a token to another origin: the person signs in again after the address changes', async () => {
    await workbench.sideBar.chooseInMenu('Renamed', 'Edit Account…');
    await workbench.quickInput.pick('Address');
    await workbench.quickInput.question('Address of the service').waitFor();
    const before = stranger.requests.length;
    await workbench.quickInput.enter(stranger.url);
    await workbench.quickInput.box.getByText("the response isn't “pong”").waitFor();
    assert.deepEqual(
      stranger.requests
        .slice(before)
        .filter(({ headers }) => headers['authorization'] !== undefined),
      [],
    );
    await workbench.quickInput.cancel();

    await workbench.sideBar.chooseInMenu('Renamed', 'Edit Account…');
    await workbench.quickInput.pick('Address');
    await workbench.quickInput.question('Address of the service').waitFor();
    await workbench.quickInput.enter(other.url);
    await workbench.quickInput.question('API token').waitFor();
    await workbench.quickInput.enter(other.token);
    await workbench.quickInput.box.waitFor({ state: 'hidden' });
    await workbench.sideBar.expand('Renamed');
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  it('checks the connection of an account', async () => {
    await workbench.sideBar.chooseInMenu('Trial', 'Check Connection');
    await workbench.messages.notification('Connected to "Trial" (v2 and v3).').waitFor();
  });

  it('signs out from the account menu', async () => {
    await chooseInAccountMenu(workbench, 'Renamed (Server Management)', 'Sign Out');
    await workbench.messages.answerDialog('Sign Out');
    await workbench.sideBar.row('Renamed').waitFor({ state: 'detached' });
  });

  it('asks before it removes an account, and does nothing if the person declines', async () => {
    await workbench.sideBar.chooseInMenu('Old Space', 'Remove Account…');
    await workbench.messages.answerDialog('Cancel');
    await workbench.sideBar.row('Old Space').waitFor();
    await workbench.sideBar.chooseInMenu('Old Space', 'Remove Account…');
    await workbench.messages.answerDialog('Remove');
    await workbench.sideBar.row('Old Space').waitFor({ state: 'detached' });
  });

  it('keeps ten accounts apart', async () => {
    for (let number = 3; number <= 10; number += 1) {
      const from = number % 2 ? service : other;
      await addAccount(workbench, {
        ...from,
        label: `Customer ${number}`,
        environment: (['production', 'staging', 'development'] as const)[number % 3] ?? 'staging',
      });
    }
    await workbench.sideBar.row('Customer 10').waitFor();
    assert.equal(await workbench.sideBar.rows.count(), 10);
    await openAccountMenu(workbench);
    assert.equal(await menuItem(workbench, '(Server Management)').count(), 10);
    await workbench.screenshot('accounts-ten');
    await workbench.page.keyboard.press('Escape');
  });

  it('restores all of them after a restart', async () => {
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('Customer 10').waitFor();
    assert.equal(await workbench.sideBar.rows.count(), 10);
  });
});
