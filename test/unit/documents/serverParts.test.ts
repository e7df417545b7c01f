import assert from 'node:assert/strict';
import { parseText, toText } from '../../../src/documents/content';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';

describe('The document of a server', () => {
  it('saves each of its settings by the operation that changes it', async () => {
    const sent: unknown[] = [];
    class RecordingClient extends AppClient {
      override write(...call: Parameters<AppClient['write']>): Promise<unknown> {
        sent.push([call[1].endpoint.id, call[1].body]);
        return super.write(...call);
      }
    }
    const client = new RecordingClient(createTestService());
    const reference = { account: 'test', kind: 'server', ids: [1] } as const;
    const editor = new FakeEditor(client, reference);
    await editor.open();
    const content = parseText(editor.text);
    const changed = { ...content, phpCLIVersion: 'php84', tags: ['eu', 'shop'] };
    await editor.type(toText(changed));
    assert.equal(await editor.save(), 'saved');
    assert.deepEqual(sent, [
      ['server.updateCliPhp', { phpVersion: 'php84' }],
      ['server.updateTags', { tags: ['eu', 'shop'] }],
    ]);
    const { phpCLIVersion, tags } = await client.read(reference);
    assert.deepEqual([phpCLIVersion, tags], ['php84', ['eu', 'shop']]);
  });
});
