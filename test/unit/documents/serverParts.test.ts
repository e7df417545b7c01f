import assert from 'node:assert/strict';
import { type JsonValue, apply } from '../../../src/base/json';
import { parseText, toText } from '../../../src/documents/content';
import type { ShownResource } from '../../../src/resources/readWhole';
import { missingParts } from '../../../src/documents/plan/savePlan';
import { toJsonSchema } from '../../../src/documents/schema';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import { toDocumentPath } from '../../../src/resources/reference';
import { toFileValues } from '../../../src/pending/folders/fileContent';
import { findKind } from '../../../src/resources/kinds/kinds';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';

const reference = { account: 'test', kind: 'server', ids: [1] } as const;

describe('The document of a server', () => {
  it('saves each of its settings with the right operation', async () => {
    const client = new AppClient(createTestService());
    const editor = new FakeEditor(client, reference);
    await editor.open();
    const content = parseText(editor.text);
    const changed = { ...content, phpCLIVersion: 'php84', tags: ['eu', 'shop'] };
    await editor.type(toText(changed));
    assert.equal(await editor.save(), 'saved');
    const sent = client.writes.map(({ endpoint, body }) => [endpoint.id, body]);
    assert.deepEqual(sent, [
      ['server.updateCliPhp', { phpVersion: 'php84' }],
      ['server.updateTags', { tags: ['eu', 'shop'] }],
    ]);
    const { phpCLIVersion, tags } = await client.read(reference);
    assert.deepEqual([phpCLIVersion, tags], ['php84', ['eu', 'shop']]);
  });

  describe('with SSH settings as a part', () => {
    let made: string[];
    let client: AppClient;
    let editor: FakeEditor;
    let read: ShownResource[];
    const settings = { ...reference, kind: 'sshSettings' } as const;

    beforeEach(async () => {
      made = [];
      read = [];
      client = new (class extends AppClient {
        override perform(...call: Parameters<AppClient['perform']>): Promise<unknown> {
          made.push(call[1].id);
          return super.perform(...call);
        }
        override write(...call: Parameters<AppClient['write']>): Promise<unknown> {
          const [, { endpoint, body, kind }] = call;
          made.push(`${endpoint.id} ${JSON.stringify(body)}`);
          if (kind !== undefined) made.push(`${kind}, or ${endpoint.otherwise?.length} others`);
          return super.write(...call);
        }
      })(createTestService());
      editor = new FakeEditor(client, reference);
      editor.documents.onDidRead((each) => read.push(each));
      await editor.open();
    });

    /** Types different values. */
    async function change(changes: readonly [path: string, value: JsonValue][]): Promise<void> {
      const typed = changes.map(([path, after]) => {
        return { path: path.split('.'), before: undefined, after };
      });
      await editor.type(toText(apply(parseText(editor.text), typed)));
    }

    for (const [way, change] of [
      [
        'an action',
        ({ documents }) => Promise.resolve(documents.refresh(settings, { useDns: true })),
      ],
      [
        'a staged change',
        ({ documents }) =>
          documents.change(settings, (theirs) => ({
            base: theirs,
            mine: { ...theirs, useDns: true },
          })),
      ],
      [
        'a save of their own document',
        async ({ documents }) => {
          const text = await documents.read(settings);
          await documents.noteOpened(settings, { text, isDirty: false });
          await documents.save(settings, toText({ ...parseText(text), useDns: true }));
        },
      ],
    ] as readonly (readonly [string, (given: FakeEditor) => Promise<unknown>])[]) {
      it(`is reloaded after ${way} changed the settings`, async () => {
        await client.write(settings, { endpoint: updateSshSettings, body: { useDns: false } });
        const changed: string[] = [];
        editor.documents.onDidChange((path) => changed.push(path));
        await change(editor);
        assert.ok(changed.includes(toDocumentPath(reference)), changed.join());
      });
    }

    it('reads each once', () => {
      assert.deepEqual(made, ['server.read', 'ssh.readSettings']);
      assert.deepEqual(parseText(editor.text)['ssh'], {
        passwordlessLogin: true,
        preventRootLogin: true,
        useDns: false,
      });
      assert.deepEqual(
        read.map((each) => each.reference),
        [reference, settings],
        "the settings' own row uses the same read",
      );
    });

    it('sends them last, with whichever operation the service offers, and uses the answer as a read', async () => {
      made.length = 0;
      await change([
        ['ssh.useDns', true],
        ['name', 'renamed'],
      ]);
      assert.equal(await editor.save(), 'saved');
      assert.deepEqual(made, [
        'server.read',
        'ssh.readSettings',
        'server.updateMeta {"name":"renamed"}',
        'ssh.readSettings',
        'ssh.updateSettings {"useDns":true}',
        'sshSettings, or 2 others',
      ]);
      assert.equal((await client.read(settings))['useDns'], true);
      assert.deepEqual(
        read.filter((each) => each.reference.kind === 'sshSettings').at(-1)?.resource['useDns'],
        true,
      );
    });

    it("is left out if the service doesn't offer them, and the rest can be saved", async () => {
      const service = createTestService();
      service.faults.add('404:GET:/api/v3/servers/1/settings/ssh');
      const without = new FakeEditor(new AppClient(service), reference);
      await without.open();
      const content = parseText(without.text);
      assert.equal('ssh' in content, false);
      assert.deepEqual(missingParts(findKind('server'), content), ['ssh']);
      await without.type(toText({ ...content, name: 'renamed' }));
      assert.equal(await without.save(), 'saved');
    });
  });

  it('describes SSH settings like their own document', () => {
    const own = toJsonSchema(findKind('sshSettings')).properties;
    const part = toJsonSchema(findKind('server')).properties?.['ssh'];
    assert.deepEqual(part?.properties, own);
    assert.equal(part?.['readOnly'], undefined);
  });

  it('has no SSH settings in its file, because they have a file of their own', () => {
    const kind = findKind('server');
    const content = { name: 'a', ssh: { useDns: true } };
    assert.deepEqual(toFileValues(kind, content), { name: 'a' });
  });
});
