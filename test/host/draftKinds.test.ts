import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import { closeEditors, startDraft } from '../support/hostProbe';
import { replaceMember } from '../support/host/replaceMember';
import { saveByKey } from '../support/host/saveByKey';

interface DraftCase {
  readonly kind: string;
  readonly parents: readonly number[];
  /** The values that the person fills in; all others are defaults. */
  readonly filled: Readonly<Record<string, unknown>>;
  readonly path: string;
}

const job = { label: 'Drafted', username: 'webmaster', command: '/bin/true' };

/** One that stands alone, one in a list and an only child; all others are tested without an editor. */
const drafts: readonly DraftCase[] = [
  {
    kind: 'server',
    parents: [],
    filled: { name: 'drafted', ipAddress: '192.0.2.88' },
    path: '/api/v3/servers',
  },
  { kind: 'cronJob', parents: [1], filled: job, path: '/api/v2/servers/1/cronjobs' },
  { kind: 'waf', parents: [1, 104], filled: {}, path: '/api/v3/servers/1/webapps/104/waf' },
];

describe('drafts', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
    await probe.call('POST', '/__sandbox/reset');
  });

  afterEach(async () => {
    await probe.clearFaults();
    await closeEditors();
  });

  for (const { kind, parents, filled, path } of drafts) {
    it(`send the fields of a ${kind}, and are replaced by its document`, async () => {
      const draft = await startDraft({ account: 'sandbox', kind, parents });
      const content = { ...(JSON.parse(draft.getText()) as object), ...filled };
      await type(draft, content);
      await probe.forgetRequests();
      await vscode.commands.executeCommand('serverManagement.createFromDraft', draft.uri);
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual(
        writes.map((each) => [each.method, each.path, each.body]),
        [['POST', path, content]],
      );
      await eventually(() => {
        const { document } = vscode.window.activeTextEditor ?? {};
        assert.equal(document?.uri.scheme, 'server-management');
      });
    });
  }

  it('close once created even if its document does not open, and say that it was', async () => {
    const draft = await startDraft({ account: 'sandbox', kind: 'cronJob', parents: [1] });
    await type(draft, { ...(JSON.parse(draft.getText()) as object), ...job, label: 'Unopened' });
    const said: string[] = [];
    const restores = [
      replaceMember(vscode.window, 'showTextDocument', () => Promise.reject(new Error('busy'))),
      replaceMember(vscode.window, 'setStatusBarMessage', (text: string) => {
        said.push(text);
        return new vscode.Disposable(() => undefined);
      }),
    ];
    try {
      await vscode.commands.executeCommand('serverManagement.createFromDraft', draft.uri);
      await eventually(() => assert.deepEqual(vscode.window.tabGroups.all[0]?.tabs, []));
    } finally {
      for (const restore of restores) restore();
    }
    assert.match(said.join(), /Cron Job created\./);
  });

  it('keep their text if the service fails', async () => {
    const draft = await startDraft({ account: 'sandbox', kind: 'cronJob', parents: [1] });
    await type(draft, { ...(JSON.parse(draft.getText()) as object), ...job });
    const text = draft.getText();
    await probe.addFault('500:POST:/api/v2/servers/1/cronjobs');
    assert.equal(await saveByKey(draft), false);
    assert.deepEqual([draft.isDirty, draft.getText()], [true, text]);
    const [problem] = vscode.languages.getDiagnostics(draft.uri);
    assert.match(problem?.message ?? '', /service failed \(500\)/);
  });
});

/** Ends with a space, so that a draft whose defaults suffice also counts as edited. */
async function type(document: vscode.TextDocument, content: object): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, `${JSON.stringify(content, undefined, 2)} `);
  await vscode.workspace.applyEdit(edit);
}
