import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useSandbox } from '../support/hostProbe';
import { allTests } from '../support/eachTest';

describe('Open by Id', () => {
  const probe = allTests(useSandbox);
  before(() => probe.call('POST', '/__sandbox/reset'));

  afterEach(() => probe.clearFaults());

  /** The reads of single resources that opening one by id needs. */
  async function readsFor(reference: object, paths: RegExp): Promise<string[]> {
    await probe.forgetRequests();
    await vscode.commands.executeCommand('serverManagement.goToResource', reference);
    const reads = (await probe.requests())
      .map(({ path }) => path)
      .filter((path) => paths.test(path));
    await vscode.commands.executeCommand('serverManagement.unpin', reference);
    return reads;
  }

  it('asks once for a missing resource', async () => {
    const reference = { account: 'sandbox', kind: 'server', ids: [987] };
    assert.deepEqual(await readsFor(reference, /\/servers\/987$/), ['/api/v3/servers/987']);
  });

  it('asks once each for a missing resource and its missing parent', async () => {
    const reference = { account: 'sandbox', kind: 'webApplication', ids: [988, 5] };
    const reads = await readsFor(reference, /\/servers\/988(\/webapps\/5)?$/);
    assert.deepEqual(reads.toSorted(), ['/api/v3/servers/988', '/api/v3/servers/988/webapps/5']);
  });

  it('opens SSH settings by the path that was chosen', async () => {
    for (const [kind, path] of [
      ['sshConfig', '/api/v3/servers/1/ssh/config'],
      ['olderSshSettings', '/api/v2/servers/1/settings/ssh'],
    ] as const) {
      const reference = { account: 'sandbox', kind, ids: [1] };
      await probe.forgetRequests();
      await vscode.commands.executeCommand('serverManagement.goToResource', reference);
      const paths = (await probe.requests()).map((request) => request.path);
      assert.deepEqual(
        paths.filter((each) => /ssh/.test(each)),
        [path],
      );
      const { uri } = vscode.window.activeTextEditor?.document ?? assert.fail('no document');
      assert.match(uri.path, kind === 'sshConfig' ? /1\.ssh-config\.json$/ : /1\.older-ssh\.json$/);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
  });

  it('asks again on the next attempt', async () => {
    const reference = { account: 'sandbox', kind: 'server', ids: [987] };
    assert.deepEqual(await readsFor(reference, /\/servers\/987$/), ['/api/v3/servers/987']);
  });
});
