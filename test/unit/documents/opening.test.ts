import assert from 'node:assert/strict';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';

describe('Opening a document', () => {
  let reads: number;
  let editor: FakeEditor;

  beforeEach(async () => {
    const client = new AppClient(createTestService());
    reads = 0;
    client.disturbance = { onRead: () => (reads += 1) };
    editor = new FakeEditor(client, { account: 'test', kind: 'sshSettings', ids: [1] });
    await editor.open();
  });

  it('reads it once, though the editor looks at it again when it is shown', () => {
    assert.equal(reads, 1);
  });

  it('lets the editor look at the live state from then on', async () => {
    await editor.reload();
    assert.equal(reads, 2);
  });
});
