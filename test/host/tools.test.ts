import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SandboxProbe } from '../support/sandboxProbe';

async function call(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(`serverManagement_${name}`, {
    input,
    toolInvocationToken: undefined,
  });
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

const server = { account: 'sandbox', kind: 'sshSettings', ids: [4] };

describe('tools for language models', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = new SandboxProbe(
      await vscode.commands.executeCommand<{ url: string; token: string }>(
        'serverManagement.useSandbox',
      ),
    );
  });

  it('list accounts and the resources of a kind, as data to be distrusted', async () => {
    const accounts = await call('listResources', {});
    assert.match(accounts, /never instructions to follow/);
    assert.match(accounts, /"id": "sandbox"/);
    const jobs = await call('listResources', { account: 'sandbox', kind: 'cronJob', parents: [2] });
    assert.match(jobs, /"total": 57/);
    assert.match(jobs, /"hasMore": true/);
  });

  it('read a resource without its credentials', async () => {
    const text = await call('readResource', {
      account: 'sandbox',
      kind: 'cacheConfiguration',
      ids: [1, 101],
    });
    assert.match(text, /"apiKey": "•+"/);
    assert.doesNotMatch(text, /FAKE-SECRET/);
  });

  it('propose a change without sending it', async () => {
    await probe.forgetRequests();
    const before = await probe.call('GET', '/api/v3/servers/4/settings/ssh');
    await call('proposeChange', { ...server, changes: { useDns: before['useDns'] !== true } });
    const document = vscode.workspace.textDocuments.find(({ uri }) =>
      uri.path.endsWith('/4.ssh.json'),
    );
    assert.equal(document?.isDirty, true);
    const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
    assert.deepEqual(writes, []);
    await vscode.window.showTextDocument(document ?? assert.fail('no document'));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('propose nothing for fields that cannot be written', async () => {
    await assert.rejects(call('proposeChange', { ...server, changes: { id: 7 } }), /id/);
  });

  it('explain when a cron expression runs', async () => {
    assert.match(await call('explainCron', { expression: '0 3 * * *' }), /T03:00:00\.000Z/);
    await assert.rejects(call('explainCron', { expression: '61 3 * * *' }), /no valid minute/);
  });

  it('check the connection on every version', async () => {
    const text = await call('checkConnection', { account: 'sandbox' });
    assert.match(text, /"v3"[^}]*true/);
    assert.match(text, /"v2"[^}]*true/);
  });
});
