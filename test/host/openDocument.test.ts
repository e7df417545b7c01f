import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseDocumentPath } from '../../src/resources/reference';
import { allTests } from '../support/eachTest';
import { eventually } from '../support/eventually';
import { recordMessages } from '../support/host/recordedMessages';
import { useSandbox } from '../support/hostProbe';

describe('openDocument', () => {
  const probe = allTests(useSandbox);
  before(() => probe.call('POST', '/__sandbox/reset'));

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('says which resource cannot be opened, and why', async () => {
    const gone = { account: 'sandbox', kind: 'cronJob', ids: [1, 99_999] };
    await probe.forgetRequests();
    const recorded = recordMessages();
    try {
      await vscode.commands.executeCommand('serverManagement.openDocument', gone);
      await eventually(() => assert.equal(recorded.messages.length, 1));
    } finally {
      recorded.restore();
    }
    assert.deepEqual(recorded.messages, [
      {
        type: 'error',
        text:
          'Couldn\'t open "shop-frankfurt › Cron Job 99999". Not found on the service, or not offered (404). ' +
          'The service says: There is no cron job with the id "99999".',
      },
    ]);
    const reads = (await probe.requests()).map(({ path }) => path);
    assert.deepEqual(
      reads.filter((path) => path.endsWith('/99999')),
      ['/api/v3/servers/1/cronjobs/99999', '/api/v2/servers/1/cronjobs/99999'],
    );
  });

  it("shows the service's data", async () => {
    const reference = { account: 'sandbox', kind: 'cronJob', ids: [1, 101] } as const;
    await vscode.commands.executeCommand('serverManagement.openDocument', reference);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.deepEqual(parseDocumentPath(document.uri.path), reference);
    const { command } = JSON.parse(document.getText()) as Record<string, unknown>;
    assert.equal(command, (await probe.call('GET', '/api/v3/servers/1/cronjobs/101'))['command']);
  });
});
