import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { SandboxProbe } from '../support/sandboxProbe';
import { closeEditors } from '../support/hostProbe';
import { saveByKey } from '../support/host/saveByKey';
import { startDraft } from '../support/hostProbe';

const jobsPath = '/api/v2/servers/1/cronjobs';
const jobs = { account: 'sandbox', kind: 'cronJob', parents: [1] };

describe('a draft', () => {
  let probe: SandboxProbe;
  let questions: string[];
  let isAgreed: boolean;
  let restore: () => void;

  before(async () => {
    probe = new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
    await probe.call('POST', '/__sandbox/reset');
  });

  beforeEach(() => {
    questions = [];
    isAgreed = false;
    restore = replaceMember(vscode.window, 'showWarningMessage', (...texts: readonly unknown[]) => {
      questions.push(String(texts[0]));
      return Promise.resolve(isAgreed ? texts.at(-1) : undefined);
    });
  });

  afterEach(async () => {
    restore();
    await probe.clearFaults();
    await closeEditors();
  });

  async function start(label: string): Promise<vscode.TextDocument> {
    const draft = await startDraft(jobs);
    const content = JSON.parse(draft.getText()) as object;
    await write(draft, { ...content, label, username: 'webmaster', command: '/bin/true' });
    await probe.forgetRequests();
    return draft;
  }

  it('of a firewall rule is followed by its deployment', async () => {
    const draft = await startDraft({ account: 'sandbox', kind: 'firewallRule', parents: [1] });
    const content = JSON.parse(draft.getText()) as object;
    await write(draft, { ...content, ipAddress: '192.0.2.0/24' });
    const shown: (readonly unknown[])[] = [];
    const told = replaceMember(
      vscode.window,
      'showInformationMessage',
      (...message: readonly unknown[]) => {
        shown.push(message);
        return Promise.resolve(undefined);
      },
    );
    try {
      isAgreed = true;
      assert.equal(await saveByKey(draft), true);
      await eventually(() => {
        const [[text, , ...buttons] = []] = shown;
        assert.match(String(text), /^TCP \d+ created\. In force after deployment\.$/);
        assert.deepEqual(buttons, ['Deploy']);
      });
    } finally {
      told();
    }
  });

  async function writes(): Promise<string[]> {
    const requests = await probe.requests();
    return requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  }

  function openResource(): vscode.TextDocument {
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.uri.scheme, 'server-management');
    return document;
  }

  it('becomes one job, with edits made during the save as an unsaved change of it', async () => {
    const draft = await start('Typed while sent');
    await probe.addFault(`latency=600000:POST:${jobsPath}:count=1`);
    const saving = saveByKey(draft);
    await eventually(async () => assert.deepEqual(await writes(), ['POST']));
    const content = JSON.parse(draft.getText()) as object;
    await write(draft, { ...content, hour: '11' });
    await probe.clearFaults();
    await saving;
    await eventually(() => {
      const document = openResource();
      const shown = JSON.parse(document.getText()) as Record<string, unknown>;
      assert.deepEqual([shown['label'], shown['hour']], ['Typed while sent', '11']);
      assert.ok(document.isDirty);
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      assert.ok(!tabs.some(({ label }) => label.startsWith('new-')), 'the draft is still open');
    });
    assert.deepEqual(await writes(), ['POST']);
    assert.equal(await saveByKey(openResource()), true);
    assert.deepEqual(await writes(), ['POST', 'PATCH']);
  });

  it("says once that it wasn't created", async () => {
    const draft = await start('Not created');
    await probe.addFault(`reset:POST:${jobsPath}:count=1`);
    assert.equal(await saveByKey(draft), false);
    const messages = vscode.languages
      .getDiagnostics(draft.uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
      .map(({ message }) => message);
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /^(Not created|It's unknown whether it was created)\b/);
  });

  it("is searched for before it's sent again, and isn't sent if the job exists", async () => {
    const draft = await start('Lost once');
    await probe.addFault(`applied:502:POST:${jobsPath}:count=1`);
    await probe.addFault(`403:GET:${jobsPath}`);
    assert.equal(await saveByKey(draft), false);
    const [problem] = vscode.languages.getDiagnostics(draft.uri);
    assert.match(problem?.message ?? '', /It's unknown whether it was created/);
    await probe.clearFaults();
    isAgreed = false;
    await saveByKey(draft);
    assert.deepEqual(await writes(), ['POST']);
  });

  it('needs the person’s consent if the service can’t tell, and is sent only on "yes"', async () => {
    const draft = await start('Lost for good');
    await probe.addFault(`502:POST:${jobsPath}:count=1`);
    await probe.addFault(`403:GET:${jobsPath}`);
    assert.equal(await saveByKey(draft), false);
    assert.equal(await saveByKey(draft), false);
    assert.deepEqual([questions, await writes()], [['Create Cron Job again?'], ['POST']]);
    isAgreed = true;
    await saveByKey(draft);
    assert.deepEqual([questions.length, await writes()], [2, ['POST', 'POST']]);
  });

  it('is sent again with its current text after a rejection', async () => {
    const draft = await start('Refused');
    await probe.addFault(`422:POST:${jobsPath}:count=1`);
    assert.equal(await saveByKey(draft), false);
    await saveByKey(draft);
    assert.deepEqual([questions, await writes()], [[], ['POST', 'POST']]);
  });

  it('is only discarded after confirmation, and can be restored', async () => {
    const draft = await start('Discarded');
    await vscode.commands.executeCommand('serverManagement.discardDraft', draft.uri);
    assert.deepEqual([questions, draft.isDirty], [['Discard this draft?'], true]);
    isAgreed = true;
    const undone = replaceMember(
      vscode.window,
      'showInformationMessage',
      (...texts: readonly unknown[]) => Promise.resolve(texts.at(-1)),
    );
    await vscode.commands.executeCommand('serverManagement.discardDraft', draft.uri);
    await eventually(() => {
      const { document } = vscode.window.activeTextEditor ?? {};
      assert.equal(document?.uri.scheme, 'server-management-draft');
      assert.match(document.getText(), /Discarded/);
    });
    undone();
    assert.deepEqual(await writes(), []);
  });
});

async function write(document: vscode.TextDocument, content: object): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, `${JSON.stringify(content, undefined, 2)}\n`);
  await vscode.workspace.applyEdit(edit);
}
