import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { closeEditors, useSandbox } from '../support/hostProbe';
import { quickFixesOf } from '../support/host/provided';
import { typeInto } from '../support/host/typeInto';
import { startDraft } from '../support/hostProbe';

/** Opens a cron job, and a draft of one. */
const openings = {
  document: async (): Promise<vscode.TextDocument> => {
    const path = '/server-management/sandbox/servers/1/cron-jobs/102.cron-job.json';
    const uri = vscode.Uri.from({ scheme: 'server-management', path });
    return (await vscode.window.showTextDocument(uri, { preview: false })).document;
  },
  draft: async (): Promise<vscode.TextDocument> => {
    const collection = { account: 'sandbox', kind: 'cronJob', parents: [1] };
    const draft = await startDraft(collection);
    return draft;
  },
};

function warningsOf({ uri }: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ message }) => /cron needs/.test(message));
}

async function fixesAt(
  { uri }: vscode.TextDocument,
  range: vscode.Range,
): Promise<vscode.CodeAction[]> {
  return (await quickFixesOf(uri, range)).filter(({ edit }) => edit !== undefined);
}

describe('a cron field with a step but no range', () => {
  before(async () => {
    await useSandbox();
  });

  afterEach(async () => {
    await closeEditors();
  });

  for (const [name, open] of Object.entries(openings)) {
    it(`is corrected by its quick fix: ${name}`, async () => {
      const document = await open();
      await typeInto(document, 'minute', '7,5/15');
      await eventually(() => assert.equal(warningsOf(document).length, 1));
      const [warning] = warningsOf(document);
      assert.ok(warning);
      assert.equal(document.getText(warning.range), '"minute": "7,5/15"');

      const { start, end } = warning.range;
      assert.equal((await fixesAt(document, new vscode.Range(start, start))).length, 1);
      const fixes = await fixesAt(document, new vscode.Range(end, end));
      assert.deepEqual(
        fixes.map(({ title, isPreferred }) => [title, isPreferred]),
        [['Change to "7,5-59/15"', true]],
      );
      assert.deepEqual(await fixesAt(document, new vscode.Range(0, 0, 0, 0)), []);

      const { edit } = fixes[0] ?? {};
      assert.ok(edit);
      await vscode.workspace.applyEdit(edit);
      assert.match(document.getText(), /"minute": "7,5-59\/15"/);
      await eventually(() => assert.deepEqual(warningsOf(document), []));
    });
  }

  it('has no quick fix for other errors', async () => {
    const document = await openings.document();
    await typeInto(document, 'minute', '99');
    const findWarning = (): vscode.Diagnostic | undefined =>
      vscode.languages
        .getDiagnostics(document.uri)
        .find(({ message }) => /isn't a valid minute/.test(message));
    await eventually(() => assert.ok(findWarning()));
    assert.deepEqual(await fixesAt(document, findWarning()?.range ?? assert.fail()), []);
  });
});
