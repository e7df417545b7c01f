import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useSandbox } from '../support/hostProbe';
import { replaceMember } from '../support/host/replaceMember';
import { allTests } from '../support/eachTest';

const command = 'serverManagement.copyDnsRecords';
const domain = { account: 'sandbox', kind: 'domain', ids: [1, 101, 101] };

describe('copying the DNS records of a domain', () => {
  const probe = allTests(useSandbox);
  before(() => probe.call('POST', '/__sandbox/reset'));

  /** Copies the entry at an index of the list. */
  async function copy(place: number): Promise<string> {
    const restore = replaceMember(vscode.window, 'showQuickPick', (items: readonly unknown[]) =>
      Promise.resolve(items[place]),
    );
    try {
      await vscode.commands.executeCommand(command, domain);
      return await vscode.env.clipboard.readText();
    } finally {
      restore();
    }
  }

  it('copies all of them as a zone file, or a single one, with one request each', async () => {
    await probe.forgetRequests();
    const lines = (await copy(0)).split('\n');
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /^shop\.example\.com\.\tIN\tA\t[\d.]+$/);
    assert.equal(lines[1], 'www.shop.example.com.\tIN\tCNAME\tshop.example.com.');
    assert.equal(await copy(2), lines[1]);
    // The explorer may send other reads meanwhile.
    const paths = (await probe.requests())
      .map(({ method, path }) => `${method} ${path}`)
      .filter((each) => each.endsWith('/dns'));
    const read = 'GET /api/v3/servers/1/webapps/101/domains/101/dns';
    assert.deepEqual(paths, [read, read]);
  });
});
