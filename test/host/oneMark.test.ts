import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { saveByKey } from '../support/host/saveByKey';
import { typeInto } from '../support/host/typeInto';
import { startDraft, useDocuments } from '../support/hostProbe';

const servers = '/server-management/sandbox/servers/1';
const versions = '/api/v3/servers/1/php/version';

async function open(path: string): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.from({ scheme: 'server-management', path: `${servers}/${path}` });
  return (await vscode.window.showTextDocument(uri, { preview: false })).document;
}

function marksOf(document: vscode.TextDocument, field: string): readonly vscode.Diagnostic[] {
  return (
    vscode.languages
      .getDiagnostics(document.uri)
      // The editor's own check of the text may warn, too, as soon as it is loaded.
      .filter(({ source }) => source === 'Server Management')
      .filter(({ range }) => document.getText(range).startsWith(`"${field}"`))
  );
}

describe('a fault in a text', () => {
  const probe = useDocuments();

  it('that a server would refuse is marked while typing, and keeps one mark if it does', async () => {
    const document = await open('cron-jobs/101.cron-job.json');
    await typeInto(document, 'minute', '99');
    await eventually(() => assert.equal(marksOf(document, 'minute').length, 1));
    assert.equal(await saveByKey(document), false);
    await eventually(() => {
      const [mark, ...others] = marksOf(document, 'minute');
      assert.equal(mark?.severity, vscode.DiagnosticSeverity.Error);
      assert.deepEqual(others, []);
    });
    await typeInto(document, 'minute', '9');
    await eventually(() => assert.deepEqual(marksOf(document, 'minute'), []));
  });

  it('that the editor marks itself has no other mark', async () => {
    const document = await open('cron-jobs/101.cron-job.json');
    await typeInto(document, 'label', '');
    const editors = vscode.languages.createDiagnosticCollection('editor');
    try {
      const at = document.getText().indexOf('"label": ') + '"label": '.length;
      const range = new vscode.Range(document.positionAt(at), document.positionAt(at + 2));
      editors.set(document.uri, [new vscode.Diagnostic(range, 'This field is required.')]);
      assert.equal(await saveByKey(document), false);
      assert.deepEqual(marksOf(document, 'label'), []);
    } finally {
      editors.dispose();
    }
  });

  const openings = {
    document: () => open('web-applications/101.web-application.json'),
    draft: async () => {
      // Of several ways to create one, the first.
      const first = (items: readonly unknown[]) => Promise.resolve(items[0]);
      const restore = replaceMember(vscode.window, 'showQuickPick', first as never);
      const place = { account: 'sandbox', kind: 'webApplication', parents: [1] };
      return startDraft(place).finally(restore);
    },
  };
  for (const [name, start] of Object.entries(openings)) {
    it(`is marked if the server doesn't offer a PHP version: ${name}`, async () => {
      const document = await start();
      await probe.forgetRequests();
      await typeInto(document, 'phpVersion', 'php10');
      await eventually(() => {
        const messages = marksOf(document, 'phpVersion').map(({ message }) => message);
        assert.equal(messages.length, 1, messages.join());
        assert.match(messages[0] ?? '', /^"php10" isn't offered\. This server offers .*php83/);
      });
      await typeInto(document, 'phpVersion', 'php83');
      await eventually(() => assert.deepEqual(marksOf(document, 'phpVersion'), []));
      const read = (await probe.requests()).filter(({ path }) => path === versions);
      assert.ok(read.length <= 1, `${read.length} requests`);
    });
  }

  it("is marked once a server's PHP versions can be read, even if a read failed before", async () => {
    const list = '/api/v3/servers/3/php/version';
    const path = '/server-management/sandbox/servers/3.server.json';
    const uri = vscode.Uri.from({ scheme: 'server-management', path });
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    await probe.addFault(`403:GET:${list}:after=0`);
    await probe.forgetRequests();
    await typeInto(document, 'phpCLIVersion', 'php1');
    await probe.waitForRequest((request) => request.path === list);
    assert.deepEqual(marksOf(document, 'phpCLIVersion'), []);
    await probe.clearFaults();
    let typed = 9;
    await eventually(async () => {
      // The answer may arrive after the next key.
      await typeInto(document, 'phpCLIVersion', `php${(typed += 1)}`);
      assert.equal(marksOf(document, 'phpCLIVersion').length, 1);
    });
  });
});
