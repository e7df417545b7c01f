import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { settle } from '../support/fakeClock';
import { type AccountWindow, openAccountWindow } from '../support/host/accountWindow';
import { openHostWindow } from '../support/host/hostWindow';
import { confirmingOf } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { deployFirewallRules } from '../../src/api/contract/firewallRule';
import { runCommand } from '../../src/ui/commands/runCommand';
import { platform } from '../../src/platform/platform';

const path = '/api/v3/servers/1/security/firewalls';
const wayBack = 'Deploy, Revert in 2 Minutes Unless Confirmed';
const rule = {
  type: 'rich',
  port: 8443,
  protocol: 'tcp',
  ipAddress: '192.0.2.0/24',
  firewallAction: 'accept',
};

interface Shown {
  readonly text: string;
  readonly buttons: readonly string[];
  readonly press: (button: string) => void;
}

describe('a deployment that is reverted unless it is confirmed', () => {
  let window: AccountWindow;
  let secrets: MemorySecrets;
  let shown: Shown[];
  let restores: readonly (() => void)[];

  const target = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
  const ports = async (): Promise<readonly string[]> => {
    const { data } = (await window.probe.call('GET', path)) as { data: { port: string }[] };
    return data.map(({ port }) => port);
  };
  const messageWith = async (button: string): Promise<Shown> => {
    const find = () => shown.findLast(({ buttons }) => buttons.includes(button));
    await eventually(() => assert.ok(find()));
    return find() ?? assert.fail();
  };

  beforeEach(async () => {
    shown = [];
    const show = (text: string, options: vscode.MessageOptions, ...buttons: string[]) => {
      if (options.modal) {
        return Promise.resolve(buttons.includes(wayBack) ? wayBack : confirmingOf(buttons));
      }
      return new Promise((resolve) => shown.push({ text, buttons, press: resolve }));
    };
    restores = [
      replaceMember(vscode.window, 'showWarningMessage', show),
      replaceMember(vscode.window, 'showInformationMessage', show),
    ];
    secrets = new MemorySecrets();
    window = await openAccountWindow(
      { id: 'service', environment: 'development' },
      {},
      {},
      secrets,
    );
    const { services } = window;
    await services.store.all(target);
    await runCommand('serverManagement.createFirewallRule', services, [target, { values: rule }]);
    assert.ok((await ports()).includes('8443'));
    await runCommand('serverManagement.deployFirewallRules', services, [target]);
  });

  afterEach(async () => {
    for (const restore of restores) restore();
    await window.close();
  });

  it('asks, and leaves the rules once they are kept', async () => {
    const { text, press } = await messageWith('Keep');
    assert.match(text, /^Firewall rules of "shop-frankfurt" changed\. Can you still log in\?/);
    press('Keep');
    await eventually(() => assert.deepEqual(window.services.reverts.all, []));
    assert.ok((await ports()).includes('8443'));
  });

  it('restores the rules on demand, and says so', async () => {
    (await messageWith('Revert Now')).press('Revert Now');
    await eventually(() =>
      assert.ok(shown.some(({ text }) => /shop-frankfurt" reverted/.test(text))),
    );
    assert.ok(!(await ports()).includes('8443'));
    assert.deepEqual(window.services.reverts.all, []);
  });

  it('says whether SSH answers this machine, and asks again', async function () {
    const { connect } = platform;
    if (!connect) return this.skip();
    const closed = await platform.findFreePort();
    const restore = replaceMember(platform, 'connect', () => connect(closed, '127.0.0.1'));
    (await messageWith('Test SSH')).press('Test SSH');
    await eventually(() => {
      const { text = '' } = shown.at(-1) ?? {};
      assert.match(text, /^SSH \(port 22\) refused the connection from this machine\. Firewall/);
    });
    restore();
  });

  it('asks again on demand once its question was closed, but not twice', async () => {
    (await messageWith('Keep')).press('');
    const asked = (): number => shown.filter(({ buttons }) => buttons.includes('Keep')).length;
    await settle();
    for (let click = 0; click < 2; click += 1) {
      await runCommand('serverManagement.answerReverts', window.services, []);
      assert.equal(asked(), 2);
    }
    (await messageWith('Keep')).press('Keep');
    await eventually(() => assert.deepEqual(window.services.reverts.all, []));
  });

  it("says that it's too late to keep the rules", async () => {
    const { press } = await messageWith('Keep');
    const [revert = assert.fail()] = window.services.reverts.all;
    await window.services.reverts.hasten(revert);
    await eventually(() => assert.deepEqual(window.services.reverts.all, []));
    press('Keep');
    await eventually(() =>
      assert.ok(shown.some(({ text }) => text.endsWith(": it's too late to keep the change."))),
    );
  });

  it('says for each server that the account was removed', async () => {
    const { services } = window;
    const other = { ...target, parents: [2] };
    await services.store.all(other);
    const way = services.reverts.wayBack({ endpoint: deployFirewallRules, target: other });
    await (await way)?.begin();
    assert.equal(services.reverts.all.length, 2);
    await services.accounts.remove('service');
    await eventually(() =>
      assert.deepEqual(
        shown.flatMap(({ text }) => /^(.+) can no longer be reverted/.exec(text)?.[1] ?? []),
        ['Firewall rules of "Server 1"', 'Firewall rules of "Server 2"'],
      ),
    );
  });

  it('goes on after the window is reloaded', async () => {
    const { folder } = window;
    await window.services.stop();
    shown = [];
    const next = openHostWindow(secrets, undefined, { folder });
    (await messageWith('Keep')).press('Keep');
    await eventually(() => assert.deepEqual(next.services.reverts.all, []));
    assert.ok((await ports()).includes('8443'));
    await next.close();
  });
});
