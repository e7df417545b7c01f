import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { TestPick } from '../support/host/testPick';
import { replaceMember } from '../support/host/replaceMember';
import { askToSave } from '../../src/ui/documents/askToSave';
import { openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { TextFileSystem } from '../../src/ui/documents/saveConfirmation';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

type Files = Awaited<ReturnType<ConstructorParameters<typeof TextFileSystem>[2]>>;

/** A text that is saved like a file, and what is needed to save a new version of it. */
interface Saved {
  readonly uri: vscode.Uri;
  readonly files: Files;
  readonly text: string;
}

describe('Auto Save, if the person turned it on for these documents', () => {
  const window = eachTest(() =>
    openAccountWindow({ id: 'live', label: 'Example Hosting', environment: 'staging' }),
  );
  async function openResource(): Promise<Saved> {
    const { saves } = window.services;
    const uri = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/live/servers/1/cron-jobs/101.cron-job.json',
    });
    const text = await saves.read(uri);
    await saves.open(uri, { text, isDirty: false });
    return { uri, files: saves, text: text.replace('"Nightly backup"', '"Renamed"') };
  }

  async function openNew(): Promise<Saved> {
    const { drafts } = window.services;
    const uri = await drafts.start({ account: 'live', kind: 'cronJob', parents: [1] });
    const content = JSON.parse(drafts.read(uri)) as object;
    const values = { label: 'New', username: 'webmaster', command: '/bin/true' };
    return { uri, files: drafts, text: JSON.stringify({ ...content, ...values }) };
  }

  for (const [what, open] of [
    ['a resource', openResource],
    ['a draft', openNew],
  ] as const) {
    for (const reason of ['AfterDelay', 'FocusOut'] as const) {
      it(`sends nothing of ${what} (${reason}), whereas the person's own save does`, async () => {
        const { uri, files, text } = await open();
        const announced: string[] = [];
        const checked: string[] = [];
        const system = new TextFileSystem(
          uri.scheme,
          {
            announce: ({ uri: each }) => void announced.push(each.path),
            check: async (each) => void checked.push(each.path),
          },
          async () => files,
        );
        const save = async (why: keyof typeof vscode.TextDocumentSaveReason): Promise<void> => {
          system.noteSaveReason({
            document: { uri } as vscode.TextDocument,
            reason: vscode.TextDocumentSaveReason[why],
            waitUntil: () => undefined,
          });
          await system.writeFile(uri, new TextEncoder().encode(text));
        };
        const writes = async (): Promise<number> =>
          (await window.probe.requests()).filter(({ method }) => method !== 'GET').length;

        await assert.rejects(save(reason), /(save the document|saving it) yourself/);
        assert.deepEqual([announced, checked, await writes()], [[], [], 0]);
        await save('Manual');
        assert.deepEqual([announced, checked, await writes()], [[uri.path], [uri.path], 1]);
      });
    }
  }
});

describe('the question before a save that may not be meant', () => {
  it('shows what may deceive in the values', async () => {
    const window = openHostWindow(new MemorySecrets());
    const pick = new TestPick();
    const restore = replaceMember(vscode.window, 'createQuickPick', () => pick as never);
    const provider = vscode.workspace.registerTextDocumentContentProvider('odd', {
      provideTextDocumentContent: () => '{ "username": "r\u{43e}ot" }',
    });
    const { uri } = await vscode.workspace.openTextDocument(vscode.Uri.parse('odd:/job.json'));
    askToSave(window.services, [uri.toString()]);
    await eventually(() =>
      assert.equal(pick.items[0]?.detail, 'username: "(mixed alphabets) r\u{43e}ot"'),
    );
    provider.dispose();
    restore();
    await window.close();
  });

  it('is asked even if no account can be read, with the names that are known', async () => {
    const secrets = new MemorySecrets();
    secrets.keys = () => Promise.reject(new Error('locked'));
    const window = openHostWindow(secrets);
    let isShown = false;
    const pick = Object.assign(new TestPick(), { show: () => (isShown = true) });
    const restore = replaceMember(vscode.window, 'createQuickPick', () => pick as never);
    askToSave(window.services, [
      'server-management:/server-management/live/servers/1/cron-jobs/101.cron-job.json',
    ]);
    await eventually(() => assert.ok(isShown));
    assert.deepEqual(pick.labels.slice(0, 2), ['Cron Job 101', "Don't Save"]);
    restore();
    await window.close();
  });
});
