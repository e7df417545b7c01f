import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { closeEditors, useSandbox } from '../support/hostProbe';
import { saveByKey } from '../support/host/saveByKey';
import { allTests } from '../support/eachTest';

const job = { account: 'sandbox', kind: 'cronJob', ids: [1, 101] } as const;
const path = '/api/v3/servers/1/cronjobs/101';
const root = '/server-management/sandbox';
/** The job's document under the name that version 0.1 used and that links use. */
const byId = uriOf(`${root}/servers/1/cron-jobs/101.cron-job.json`);

interface Job {
  readonly label: string;
  readonly username: string;
  readonly command: string;
  readonly time: string;
}

function uriOf(documentPath: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'server-management', path: documentPath });
}

function tabs(): vscode.Uri[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
}

async function open(reference: object = job): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('serverManagement.openDocument', reference);
  const document = vscode.window.activeTextEditor?.document;
  assert.ok(document);
  return document;
}

async function type(document: vscode.TextDocument, members: object): Promise<void> {
  const text = JSON.stringify({ ...JSON.parse(document.getText()), ...members }, undefined, 2);
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, `${text}\n`);
  await vscode.workspace.applyEdit(edit);
}

describe('names of documents', () => {
  let original: Job;

  const probe = allTests(useSandbox);
  before(async () => {
    original = (await probe.call('GET', path)) as unknown as Job;
  });

  afterEach(async () => {
    await closeEditors();
    await rename(original.label);
  });

  /** Renames the job as another person would. */
  async function rename(label: string): Promise<void> {
    const { username, command } = (await probe.call('GET', path)) as unknown as Job;
    const [minute, hour, dayOfMonth, month, dayOfWeek] = original.time.split(' ');
    const schedule = { minute, hour, dayOfMonth, month, dayOfWeek };
    await probe.call('PATCH', path, { label, username, command, ...schedule });
    // Any read of the job reveals its name.
    await vscode.workspace.fs.stat(byId);
  }

  async function saved(): Promise<{ readonly label: string; readonly hour: string | undefined }> {
    const { label, time } = (await probe.call('GET', path)) as unknown as Job;
    return { label, hour: time.split(' ')[1] };
  }

  it("consist of the resource's name and those of its parents", async () => {
    const { uri } = await open();
    const expected = `${root}/shop-frankfurt~1/Cron Jobs/Nightly backup~101.cron-job.json`;
    assert.equal(uri.path, expected);
  });

  for (const [what, label, name] of [
    ['slashes', 'backup / of \\ all', 'backup - of - all'],
    ['emoji and characters of URLs', '50% #1? ~7 👩‍👩‍👧', '50% #1? ~7 👩‍👩‍👧'],
    ['a file extension', 'a.ssh.json', 'a.ssh.json'],
  ] as const) {
    it(`support opening, help and saving with ${what}`, async () => {
      await rename(label);
      const document = await open();
      assert.equal(document.uri.path.split('/').at(-1), `${name}~101.cron-job.json`);
      assert.equal(document.languageId, 'server-management-json');
      await type(document, { hour: 'x' });
      await eventually(() => assert.ok(vscode.languages.getDiagnostics(document.uri).length > 0));
      await type(document, { hour: '4' });
      assert.equal(await saveByKey(document), true);
      assert.deepEqual(await saved(), { label, hour: '4' });
    });
  }

  it("don't open a second tab for a document opened under an old name", async () => {
    await vscode.window.showTextDocument(byId, { preview: false });
    await open();
    assert.deepEqual(tabs().map(String), [String(byId)]);
  });

  it('leave one tab open if a link uses another name', async () => {
    const { uri } = await open();
    for (const other of [byId, uriOf(`${root}/a~1/b/Former name~101.cron-job.json`)]) {
      await vscode.window.showTextDocument(other, { preview: false });
      await eventually(() => assert.deepEqual(tabs().map(String), [String(uri)]));
    }
  });

  it('keep unsaved text in its tab, even if the resource is renamed meanwhile', async () => {
    const document = await open();
    await type(document, { hour: '5' });
    await rename('Renamed');
    assert.equal(await open(), document);
    await vscode.window.showTextDocument(byId, { preview: false });
    await eventually(() => {
      assert.deepEqual(tabs().map(String), [String(document.uri)]);
      assert.equal(vscode.window.activeTextEditor?.document, document);
    });
    assert.ok(document.isDirty);
    const isSaved = await saveByKey(document);
    const problems = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    assert.deepEqual([isSaved, problems], [true, []]);
    assert.deepEqual(await saved(), { label: 'Renamed', hour: '5' });
  });

  it('are updated when a document is opened after a rename', async () => {
    await open();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rename('Renamed');
    const { uri } = await open();
    assert.match(uri.path, /\/Renamed~101\.cron-job\.json$/);
  });

  it('distinguish two resources with the same name', async () => {
    await rename('Newsletter');
    const first = await open();
    const second = await open({ ...job, ids: [1, 104] });
    assert.deepEqual(
      [first, second].map(({ uri }) => uri.path.split('/').at(-1)),
      ['Newsletter~101.cron-job.json', 'Newsletter~104.cron-job.json'],
    );
  });
});
