import assert from 'node:assert/strict';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import { ApiError } from '../../../src/api/errors';
import { parseText, toText } from '../../../src/documents/content';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

const ssh = { account: 'test', kind: 'sshSettings', ids: [1] } as const;

describe('The read that a save begins with', () => {
  const client = eachTest(() => new AppClient(createTestService()));
  const editor = eachTest(() => new FakeEditor(client, ssh));
  beforeEach(async () => {
    await editor.open();
    await editor.type(edited());
    client.reads.length = 0;
  });

  const read = (): string[] => client.reads.map(({ ids }) => ids.join('/'));

  /** The text with another value of a field. */
  function edited(): string {
    const content = parseText(editor.text);
    return toText({ ...content, useDns: content['useDns'] !== true });
  }

  async function otherSets(settings: { readonly preventRootLogin: boolean }): Promise<void> {
    await client.exchange(ssh, { endpoint: updateSshSettings }, settings);
  }

  it('starts as soon as the save does, and is the only one', async () => {
    const { documents } = editor;
    documents.expectSave(ssh);
    assert.deepEqual(read(), ['1']);
    await documents.stat(ssh);
    await documents.save(ssh, editor.text);
    await documents.stat(ssh);
    assert.deepEqual([read(), client.writes.length], [['1'], 1]);
  });

  it('is waited for', async () => {
    const { documents } = editor;
    let answer = (): void => undefined;
    const onRead = (): Promise<void> => new Promise((resolve) => (answer = resolve));
    client.disturbance = { onRead };
    documents.expectSave(ssh);
    const stat = documents.stat(ssh);
    await otherSets({ preventRootLogin: parseText(editor.text)['preventRootLogin'] !== true });
    answer();
    await stat;
    client.disturbance = {};
    await documents.save(ssh, editor.text);
    assert.deepEqual([read(), client.writes.length], [['1'], 1]);
  });

  it('is used once', async () => {
    const { documents } = editor;
    documents.expectSave(ssh);
    await documents.stat(ssh);
    await documents.stat(ssh);
    assert.deepEqual(read(), ['1', '1']);
  });

  it("isn't used by a save that begins later", async () => {
    const { documents } = editor;
    const { now } = Date;
    documents.expectSave(ssh);
    try {
      Date.now = () => now() + 1_000;
      await documents.stat(ssh);
    } finally {
      Date.now = now;
    }
    assert.deepEqual(read(), ['1', '1']);
    documents.expectSave(ssh);
    documents.expectSave(ssh, true);
    await documents.stat(ssh);
    assert.deepEqual(read(), ['1', '1', '1', '1']);
  });

  it("isn't used by another document", async () => {
    const other = { ...ssh, ids: [2] };
    editor.documents.expectSave(ssh);
    await editor.documents.stat(other);
    assert.deepEqual(read(), ['1', '2']);
  });

  for (const [how, write] of [
    ['a panel', () => change()],
    ['an action', () => editor.documents.refresh(ssh)],
  ] as const) {
    it(`is outdated once ${how} has changed the resource`, async () => {
      const { documents } = editor;
      documents.expectSave(ssh);
      await write();
      const before = client.reads.length;
      await documents.stat(ssh);
      assert.equal(client.reads.length, before + 1);
    });
  }

  it('is outdated once the document was saved', async () => {
    const { documents } = editor;
    documents.expectSave(ssh);
    await documents.save(ssh, editor.text);
    await documents.stat(ssh);
    await editor.type(edited());
    const before = client.reads.length;
    await documents.stat(ssh);
    assert.equal(client.reads.length, before + 1);
  });

  async function change(): Promise<void> {
    const { documents } = editor;
    const toSides = (base: Awaited<ReturnType<typeof documents.live>>) => ({
      base,
      mine: { ...base, preventRootLogin: base['preventRootLogin'] !== true },
    });
    await documents.change(ssh, toSides);
  }

  it('fails like one that starts later', async () => {
    const { documents } = editor;
    client.disturbance = { loseRead: 'before' };
    documents.expectSave(ssh);
    await assert.rejects(documents.stat(ssh), ApiError);
    await assert.rejects(documents.save(ssh, editor.text), ApiError);
    assert.deepEqual([read(), client.writes.length], [['1', '1'], 0]);
  });

  it('may fail without being used', async () => {
    client.disturbance = { loseRead: 'before' };
    editor.documents.expectSave(ssh);
    await new Promise(setImmediate);
    client.disturbance = {};
    assert.equal(await editor.save(), 'saved', String(editor.error));
  });

  it("isn't started by an automatic save, or for a document that isn't open", () => {
    editor.documents.expectSave(ssh, true);
    editor.documents.expectSave({ ...ssh, ids: [2] });
    assert.deepEqual(read(), []);
  });

  it("isn't started while an earlier save hasn't ended", async () => {
    const { documents } = editor;
    await documents.save(ssh, editor.text);
    client.reads.length = 0;
    documents.expectSave(ssh);
    await documents.stat(ssh);
    assert.deepEqual(read(), []);
  });
});
