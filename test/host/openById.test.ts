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

  it('asks again on the next attempt', async () => {
    const reference = { account: 'sandbox', kind: 'server', ids: [987] };
    assert.deepEqual(await readsFor(reference, /\/servers\/987$/), ['/api/v3/servers/987']);
  });
});
