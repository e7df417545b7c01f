import assert from 'node:assert/strict';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

describe('Opening a document', () => {
  let reads: number;
  let editor: FakeEditor;

  const client = eachTest(() => new AppClient(createTestService()));
  beforeEach(async () => {
    reads = 0;
    client.disturbance = { onRead: () => (reads += 1) };
    editor = new FakeEditor(client, { account: 'test', kind: 'sshSettings', ids: [1] });
    await editor.open();
  });

  it('reads it once, although the editor requests it again when showing it', () => {
    assert.equal(reads, 1);
  });

  it('reads it again, even if an earlier state is known', async () => {
    const path = { account: 'test', kind: 'sshSettings', ids: [2] } as const;
    const other = new FakeEditor(client, path);
    other.documents.refresh(path, { ...(await client.read(path)), useDns: 'as it was' });
    await other.open();
    assert.doesNotMatch(other.text, /as it was/);
  });

  for (const [order, isTextFirst] of [
    ['first', true],
    ['last', false],
  ] as const) {
    it(`reads it once if a command read it just before and the text is requested ${order}`, async () => {
      const path = { account: 'test', kind: 'sshSettings', ids: [2] } as const;
      const { documents } = new FakeEditor(client, path);
      reads = 0;
      await documents.prepare(path);
      if (isTextFirst) await documents.read(path);
      await documents.stat(path);
      if (!isTextFirst) await documents.read(path);
      assert.equal(reads, 1);
    });
  }

  it('reads the live state whenever the editor requests it later', async () => {
    await editor.reload();
    assert.equal(reads, 2);
  });
});

describe('Typing the value that a comparison showed', () => {
  it('counts as a change, and is sent', async () => {
    const client = new AppClient(createTestService());
    const reference = { account: 'test', kind: 'sshSettings', ids: [1] } as const;
    const set = (useDns: boolean): Promise<unknown> =>
      client.exchange(reference, { endpoint: updateSshSettings }, { useDns });
    const editor = new FakeEditor(client, reference);
    await set(false);
    await editor.open();
    await set(true);
    await editor.compare();
    await set(false);
    await editor.type(editor.text.replace('"useDns": false', '"useDns": true'));
    assert.equal(await editor.save(), 'saved');
    assert.equal((await client.read(reference))['useDns'], true);
  });
});
