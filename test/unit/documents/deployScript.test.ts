import assert from 'node:assert/strict';
import { changeDeployScript } from '../../../src/api/contract/git';
import { changedFields, canWrite } from '../../../src/documents/plan/savePlan';
import { readOnlyReason } from '../../../src/documents/plan/readOnlyFields';
import { parseDocument, toDocumentText, toContent } from '../../../src/documents/content';
import { isIncomplete } from '../../../src/pending/folders/fileContent';
import { findKind } from '../../../src/resources/kinds/kinds';
import { proposeText } from '../../../src/agents/tools/tools';
import {
  isDocumentName,
  parseDocumentPath,
  type ResourceReference,
  rowOf,
  toDocumentPath,
} from '../../../src/resources/reference';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

const reference: ResourceReference = { account: 'test', kind: 'deployScript', ids: [1, 104] };
const kind = findKind('deployScript');
const first = 'git merge origin/main\ncomposer install --no-dev\n';

describe('A deploy script', () => {
  const client = eachTest(() => new AppClient(createTestService()));
  const editor = eachTest(() => new FakeEditor(client, reference));
  beforeEach(() => editor.open());

  /** Another person's change. */
  async function other(body: { autoDeploy: boolean; deployScript?: string }): Promise<void> {
    const { id } = await client.read(reference);
    const path = { gitId: Number(id) };
    await client.exchange(reference, { endpoint: changeDeployScript, path }, body);
  }

  async function live(): Promise<unknown> {
    return (await client.read(reference))['deployScript'];
  }

  it('is shown as plain text, without JSON around it', () => {
    assert.equal(editor.text, first);
  });

  it('is saved with one request, with the id of the repository and the other required values', async () => {
    const { id } = await client.read(reference);
    client.reads.length = 0;
    await editor.type('set -e\nnpm ci\n');
    assert.equal(await editor.save(), 'saved');
    assert.deepEqual(
      client.writes.map(({ endpoint, path, body }) => [endpoint.id, path, body]),
      [['git.changeScript', { gitId: id }, { autoDeploy: true, deployScript: 'set -e\nnpm ci\n' }]],
    );
    assert.equal(client.reads.length, 1, 'the answer has the rest');
    assert.equal(await live(), 'set -e\nnpm ci\n');
    await editor.type('set -e\n');
    assert.equal(await editor.save(), 'saved');
  });

  it("isn't sent if it wasn't changed", async () => {
    await editor.type(`${first}#\n`);
    await editor.type(first);
    assert.equal(await editor.save(), 'saved');
    assert.deepEqual(client.writes, []);
  });

  it("keeps another person's setting for automatic deployments", async () => {
    await other({ autoDeploy: false });
    await editor.type('npm ci\n');
    assert.equal(await editor.save(), 'saved');
    assert.deepEqual(client.writes[0]?.body, { autoDeploy: false, deployScript: 'npm ci\n' });
  });

  it("doesn't overwrite another person's script unless the person insists", async () => {
    await editor.type('mine\n');
    await other({ autoDeploy: false, deployScript: 'theirs\n' });
    assert.notEqual(await editor.save(), 'saved');
    assert.deepEqual([editor.text, editor.isDirty, await live()], ['mine\n', true, 'theirs\n']);
    assert.deepEqual(await editor.compare(), { deployScript: 'theirs\n' });
    assert.equal(await editor.save({ overwrite: true }), 'saved');
    assert.equal(await live(), 'mine\n');
  });

  it('keeps the text and its starting point across a restart', async () => {
    await editor.type('mine\n');
    await editor.restart();
    assert.deepEqual([editor.text, editor.isDirty], ['mine\n', true]);
    await other({ autoDeploy: true, deployScript: 'theirs\n' });
    assert.notEqual(await editor.save(), 'saved');
    await other({ autoDeploy: true, deployScript: first });
    assert.equal(await editor.save(), 'saved');
    assert.equal(await live(), 'mine\n');
  });

  it('can be saved even if its starting point was lost', async () => {
    await editor.type('mine\n');
    await editor.restart({ isForgotten: true });
    assert.notEqual(await editor.save(), 'saved');
    await editor.compare();
    assert.equal(await editor.save({ overwrite: true }), 'saved');
    await editor.type('mine again\n');
    assert.equal(await editor.save(), 'saved');
    assert.equal(await live(), 'mine again\n');
  });

  it("is found on the service after a lost answer, and isn't sent twice", async () => {
    client.disturbance = { loseWrite: 'after' };
    await editor.type('mine\n');
    assert.equal(await editor.save(), 'saved');
    client.disturbance = {};
    assert.deepEqual([client.writes.length, await live()], [1, 'mine\n']);
  });

  it('stays unsaved if the request was lost', async () => {
    client.disturbance = { loseWrite: 'before' };
    await editor.type('mine\n');
    assert.equal(await editor.save(), 'failed');
    client.disturbance = {};
    assert.deepEqual([editor.text, editor.isDirty, await live()], ['mine\n', true, first]);
    assert.equal(await editor.save(), 'saved');
  });

  it('can be reverted from the history', async () => {
    const logged: Parameters<Parameters<typeof editor.documents.onDidWrite>[0]>[0][] = [];
    editor.documents.onDidWrite((write) => void logged.push(write));
    await editor.type('mine\n');
    await editor.save();
    assert.deepEqual(logged[0]?.changes, [
      { path: ['deployScript'], before: first, after: 'mine\n' },
    ]);
    const sides = { base: { deployScript: 'mine\n' }, mine: { deployScript: first } };
    await editor.documents.change(reference, () => sides, { isRevert: true });
    assert.equal(await live(), first);
  });

  it('uses the line breaks of servers on any system', async () => {
    await editor.type(first.replaceAll('\n', '\r\n'));
    assert.equal(await editor.save(), 'saved');
    assert.deepEqual(client.writes, []);
    await editor.type('one\r\ntwo\r\n');
    assert.equal(await editor.save(), 'saved');
    assert.equal(await live(), 'one\ntwo\n');
  });

  it('starts empty, and can be emptied', async () => {
    await editor.type('');
    assert.equal(await editor.save(), 'saved');
    assert.equal(await live(), '');
    const none = toContent(kind, { ...(await client.read(reference)), deployScript: null });
    assert.equal(toDocumentText(kind, none), '');
    assert.equal(canWrite(kind, none), true);
  });

  it("is read-only in atomic projects, and if the service doesn't return it", async () => {
    const repository = await client.read(reference);
    const { deployScript: _script, ...unreturned } = repository;
    const atomic = toContent(kind, { ...repository, atomic: true });
    assert.match(readOnlyReason(kind, atomic) ?? '', /an atomic project/);
    assert.match(readOnlyReason(kind, toContent(kind, unreturned)) ?? '', /unknown/);
    const { autoDeploy: _isAutomatic, ...others } = repository;
    const unclear = toContent(kind, others);
    assert.match(readOnlyReason(kind, unclear) ?? '', /unknown/);
    assert.equal(readOnlyReason(kind, toContent(kind, repository)), undefined);
  });

  it('has the name of a shell script, which identifies it', () => {
    const path = toDocumentPath(reference);
    assert.equal(path, '/server-management/test/servers/1/web-applications/104/104.deploy.sh');
    assert.deepEqual(parseDocumentPath(path), reference);
    const named = '/server-management/test/shop~1/Web Applications/Shop~104.deploy.sh';
    assert.deepEqual(parseDocumentPath(named), reference);
    assert.equal(parseDocumentPath(path.replace(/sh$/, 'json')), undefined);
    assert.deepEqual([path, '/x/104'].map(isDocumentName), [true, false]);
    assert.deepEqual(rowOf(reference), { ...reference, kind: 'gitRepository' });
  });

  it("isn't known without its text, and can't be removed", () => {
    const read = { id: 1, autoDeploy: false, deployScript: first };
    const { deployScript: _script, ...unknown } = read;
    assert.equal(isIncomplete(kind, read, unknown), true);
    assert.equal(isIncomplete(kind, read, { ...unknown, deployScript: '' }), false);
  });

  it('is compared and proposed as one text', () => {
    const base = parseDocument(kind, first, { id: 1, autoDeploy: false });
    assert.deepEqual(changedFields(kind, base, first), []);
    assert.deepEqual(changedFields(kind, base, '{'), ['deployScript']);
    assert.equal(proposeText(kind, first, { deployScript: 'npm ci\n' }), 'npm ci\n');
    assert.throws(() => proposeText(kind, first, { autoDeploy: true }), /cannot be written/);
  });
});
