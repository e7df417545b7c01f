import assert from 'node:assert/strict';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';

describe('Opening a document', () => {
  let client: AppClient;
  let reads: number;
  let editor: FakeEditor;

  beforeEach(async () => {
    client = new AppClient(createTestService());
    reads = 0;
    client.disturbance = { onRead: () => (reads += 1) };
    editor = new FakeEditor(client, { account: 'test', kind: 'sshSettings', ids: [1] });
    await editor.open();
  });

  it('reads it once, though the editor looks at it again when it is shown', () => {
    assert.equal(reads, 1);
  });

  it('reads it again for what was told of it before, when it was not open', async () => {
    const path = { account: 'test', kind: 'sshSettings', ids: [2] } as const;
    const other = new FakeEditor(client, path);
    other.documents.refresh(path, { ...(await client.read(path)), useDns: 'as it was' });
    await other.open();
    assert.doesNotMatch(other.text, /as it was/);
  });

  it('lets the editor look at the live state from then on', async () => {
    await editor.reload();
    assert.equal(reads, 2);
  });
});
