import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { updateCronJob } from '../../../src/api/contract/cronJob';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import type { JsonObject } from '../../../src/base/json';
import { parseText, toText } from '../../../src/documents/content';
import { Documents } from '../../../src/documents/documents';
import { documentStates } from '../../../src/documents/openDocument';
import { KeptValues } from '../../../src/resources/storage/stored';
import { WriteError } from '../../../src/documents/writing/outcome';
import { toDocumentPath } from '../../../src/resources/reference';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

const ssh = { account: 'test', kind: 'sshSettings', ids: [1] } as const;
const job = { account: 'test', kind: 'cronJob', ids: [1, 101] } as const;
const server = { account: 'test', kind: 'server', ids: [1] } as const;

/** What was sent. */
function bodiesTo({ writes }: AppClient): unknown[] {
  return writes.map(({ body }) => body);
}

describe('A document in the editor', () => {
  let editor: FakeEditor;

  const service = eachTest(createTestService);
  const client = eachTest(() => new AppClient(service));
  beforeEach(async () => {
    await other({ useDns: false, preventRootLogin: true });
    editor = new FakeEditor(client, ssh);
    await editor.open();
  });

  /** Changes SSH settings as another person. */
  async function other(settings: JsonObject): Promise<void> {
    await client.exchange(ssh, { endpoint: updateSshSettings }, settings);
  }

  async function type(fields: JsonObject, at = editor): Promise<void> {
    await at.type(toText({ ...parseText(at.text), ...fields }));
  }

  it("isn't in conflict if it's saved without an edit, even after changes elsewhere", async () => {
    await other({ useDns: true });
    assert.equal(await editor.save(), 'saved', String(editor.error));
    assert.deepEqual(bodiesTo(client), []);
    await editor.reload();
    assert.equal(parseText(editor.text)['useDns'], true);
  });

  it('shows changes made elsewhere after a save without an edit', async () => {
    const before = await editor.documents.stat(ssh);
    await other({ useDns: true });
    editor.documents.expectSave(ssh);
    const during = await editor.documents.stat(ssh);
    assert.deepEqual(during, { ...before, changedAt: during.changedAt });
    assert.ok(during.changedAt <= before.changedAt);
    const after = await editor.documents.stat(ssh);
    assert.ok(after.changedAt > before.changedAt);
    assert.notEqual(after.size, before.size);
  });

  it('keeps its time while it has edits, although another value changes elsewhere', async () => {
    const before = await editor.documents.stat(ssh);
    await type({ preventRootLogin: false });
    await other({ useDns: true });
    const { changedAt } = await editor.documents.stat(ssh);
    assert.ok(changedAt <= before.changedAt);
  });

  it('merges changes made elsewhere, and asks the editor to show them', async () => {
    await type({ preventRootLogin: false });
    await other({ useDns: true });
    assert.equal(await editor.save(), 'saved', String(editor.error));
    assert.deepEqual(bodiesTo(client), [{ preventRootLogin: false }]);
    assert.ok(editor.mayReload);
    const reads = client.reads.length;
    await editor.reload();
    const { useDns, preventRootLogin } = parseText(editor.text);
    assert.deepEqual([useDns, preventRootLogin], [true, false]);
    assert.equal(client.reads.length, reads, 'the save itself must have read it');
  });

  it('stays unchanged after a save if it matches the service', async () => {
    await type({ useDns: true });
    assert.equal(await editor.save(), 'saved');
    assert.ok(!editor.mayReload);
    assert.equal(editor.documents.baseOf(ssh)?.['useDns'], true);
  });

  /** Saves a changed text, with a storage whose writes end like this; returns what was noted. */
  async function saveWith(stored: () => Promise<void>): Promise<readonly string[]> {
    const values: unknown[] = [];
    const noted: string[] = [];
    const update = (_key: string, value: unknown): Promise<void> => {
      values.push(value);
      return stored();
    };
    const storage = { keys: () => [], get: () => values.at(-1), update };
    const documents = new Documents({
      client,
      clock: withoutPauses,
      guard: openGuard,
      states: new KeptValues(storage, documentStates, assert.fail, (what) => noted.push(what)),
      findOpen: () => undefined,
    });
    const text = await documents.read(ssh);
    void documents.noteOpened(ssh, { text, isDirty: false }).catch(() => undefined);
    const content = { ...parseText(text), useDns: true };
    await documents.save(ssh, toText(content));
    assert.deepEqual(documents.baseOf(ssh), content);
    return noted;
  }

  it('is saved without waiting for the storage, which only a restart needs', async () => {
    assert.deepEqual(await saveWith(() => new Promise(() => undefined)), []);
  });

  it('is saved even if the storage fails, which is noted', async () => {
    const noted = await saveWith(() => Promise.reject(new Error('The disk is full.')));
    await setImmediate();
    assert.deepEqual(noted, [`document:${toDocumentPath(ssh)}`]);
  });

  it('doesn’t undo others’ changes with a later save', async () => {
    await type({ useDns: true });
    assert.equal(await editor.save(), 'saved');
    await other({ useDns: false });
    await type({ preventRootLogin: false });
    assert.equal(await editor.save(), 'saved', String(editor.error));
    assert.deepEqual(bodiesTo(client), [{ useDns: true }, { preventRootLogin: false }]);
  });

  it("shows a panel's changes with one reload", async () => {
    const { documents } = editor;
    const base = await documents.live(ssh);
    await documents.change(ssh, () => ({ base, mine: { ...base, useDns: true } }));
    assert.ok(editor.mayReload);
    const reads = client.reads.length;
    await editor.reload();
    assert.equal(parseText(editor.text)['useDns'], true);
    assert.equal(client.reads.length, reads);
  });

  it("shows values that a panel may have changed, but not those that it certainly didn't", async () => {
    const { documents } = editor;
    const base = await documents.live(ssh);
    const change = (): Promise<unknown> =>
      documents.change(ssh, () => ({ base, mine: { ...base, useDns: true } }));
    for (const path of [
      'v3/servers/1/settings/ssh',
      'v3/servers/1/ssh/config',
      'v2/servers/1/settings/ssh',
    ]) {
      service.faults.add(`422:PATCH:/api/${path}`);
    }
    await assert.rejects(change(), /422/);
    assert.ok(!editor.mayReload);
    service.faults.clear();
    client.disturbance = { loseWrite: 'after', afterWrite: () => loseReads() };
    await assert.rejects(
      change(),
      (error) => error instanceof WriteError && error.outcome === 'unknown',
    );
    client.disturbance = {};
    assert.ok(editor.mayReload);
    await editor.reload();
    assert.equal(parseText(editor.text)['useDns'], true);
  });

  function loseReads(): void {
    client.disturbance = { ...client.disturbance, loseRead: 'before' };
  }

  it("is read again on request, whether or not it's open", async () => {
    await editor.reload();
    const reads = client.reads.length;
    await editor.reload();
    assert.equal(client.reads.length, reads + 1);
    const closed = { ...ssh, ids: [2] };
    const { documents } = editor;
    await documents.stat(closed);
    await documents.read(closed);
    await documents.stat(closed);
    assert.equal(client.reads.length, reads + 3);
  });

  it("uses what a row has just read if that's the whole document", async () => {
    const { documents } = editor;
    const resource = { ...(await client.read(ssh)), useDns: true };
    const reads = client.reads.length;
    documents.refresh(ssh, resource);
    await editor.reload();
    assert.equal(parseText(editor.text)['useDns'], true);
    assert.equal(client.reads.length, reads);
  });

  it('reads all its parts if a row has only read some of them', async () => {
    const whole = new FakeEditor(client, server);
    await whole.open();
    whole.documents.refresh(server, await client.read(server));
    const reads = client.reads.length;
    await whole.reload();
    assert.ok(client.reads.length > reads);
    assert.ok('ssh' in parseText(whole.text));
  });

  it("keeps no state once it's closed", async () => {
    await type({ useDns: true });
    await editor.documents.forget(ssh);
    assert.equal(editor.documents.baseOf(ssh), undefined);
  });

  it('keeps the values that arrived in a partly failed save, and sends the rest again', async () => {
    const whole = new FakeEditor(client, server);
    await whole.open();
    await type({ name: 'renamed', phpCLIVersion: 'php84' }, whole);
    service.faults.add('422:PATCH:/api/v3/servers/1/php/cli');
    assert.equal(await whole.save(), 'failed');
    assert.equal(whole.documents.baseOf(server)?.['name'], 'renamed');
    assert.notEqual(whole.documents.baseOf(server)?.['phpCLIVersion'], 'php84');
    service.faults.clear();
    client.writes.length = 0;
    assert.equal(await whole.save(), 'saved', String(whole.error));
    assert.deepEqual(bodiesTo(client), [{ phpVersion: 'php84' }]);
  });

  it("reports that its settings changed, if they're open as a document of their own", async () => {
    const whole = new FakeEditor(client, server);
    await whole.open();
    const changed: string[] = [];
    whole.documents.onDidChange((path) => changed.push(path));
    await type({ ssh: { ...(await client.read(ssh)), useDns: true } }, whole);
    assert.equal(await whole.save(), 'saved', String(whole.error));
    assert.ok(
      changed.some((path) => path.endsWith('.ssh.json')),
      changed.join(' '),
    );
  });

  it('may have changed what another document shows as a part, or is a part of', async () => {
    const whole = new FakeEditor(client, server);
    await whole.open();
    for (const [at, fields, other] of [
      [editor, { useDns: true }, '.server.json'],
      [whole, { ssh: { ...(await client.read(ssh)), preventRootLogin: false } }, '.ssh.json'],
    ] as const) {
      const changed: string[] = [];
      const listening = at.documents.onDidChange((path) => changed.push(path));
      // One after the other.
      await type(fields, at);
      client.disturbance = { loseWrite: 'after', afterWrite: () => loseReads() };
      assert.equal(await at.save(), 'failed');
      assert.ok(at.error instanceof WriteError && at.error.outcome === 'unknown');
      assert.ok(
        changed.some((path) => path.endsWith(other)),
        `${other}: ${changed.join(' ')}`,
      );
      client.disturbance = {};
      listening.dispose();
    }
  });
});

describe('A conflict', () => {
  const client = eachTest(() => new AppClient(createTestService()));
  const editor = eachTest(() => new FakeEditor(client, job));
  beforeEach(() => editor.open());

  async function rename(label: string): Promise<void> {
    await editor.type(toText({ ...parseText(editor.text), label }));
  }

  async function otherRenames(label: string): Promise<void> {
    await otherSets({ label });
  }

  async function otherSets(fields: JsonObject): Promise<void> {
    const { minute, hour, dayOfMonth, month, dayOfWeek, username, command, label } = parseText(
      editor.text,
    );
    const times = { minute, hour, dayOfMonth, month, dayOfWeek };
    const body = { label, username, command, ...times, ...fields };
    await client.exchange(job, { endpoint: updateCronJob }, body);
  }

  it('is detected however long the text is', async () => {
    const { label } = parseText(editor.text);
    assert.ok(typeof label === 'string');
    for (const mine of [label.slice(1), `${label}!`, label.toUpperCase(), 'x']) {
      await rename(mine);
      for (const theirs of [label.slice(2), `${label}??`, label.toLowerCase()]) {
        await otherRenames(theirs);
        assert.equal(await editor.save(), 'conflict', `${mine} against ${theirs}`);
      }
    }
    assert.deepEqual(bodiesTo(client), []);
  });

  it('is detected right after a save, before the editor has shown the merged text', async () => {
    const { command } = parseText(editor.text);
    await otherSets({ command: 'true' });
    await rename('mine');
    assert.equal(await editor.save(), 'saved', String(editor.error));
    await rename('mine again');
    await otherRenames('theirs');
    assert.equal(await editor.save(), 'conflict');
    assert.equal((await client.read(job))['label'], 'theirs');
    assert.notEqual(command, 'true');
  });

  it('found only by the save itself updates the comparison, which then counts as seen', async () => {
    await rename('mine');
    await otherRenames('theirs');
    await assert.rejects(editor.documents.save(job, editor.text), /conflict/);
    assert.ok(editor.mayReload);
    assert.equal((await editor.compare())['label'], 'theirs');
    assert.equal(await editor.save({ overwrite: true }), 'saved', String(editor.error));
    assert.equal((await client.read(job))['label'], 'mine');
  });
});

describe('A text that the editor still had after a restart', () => {
  let editor: FakeEditor;

  const client = eachTest(() => new AppClient(createTestService()));
  beforeEach(async () => {
    editor = new FakeEditor(client, ssh);
    await editor.open();
    editor = await restarted(editor.text);
  });

  /** An editor that shows a text without having read it. */
  async function restarted(text: string, isDirty = false): Promise<FakeEditor> {
    const next = new FakeEditor(client, ssh);
    next.text = text;
    await next.documents.adopt(ssh, { text, isDirty });
    return next;
  }

  it('is the starting point of later edits', async () => {
    const base = editor.documents.baseOf(ssh);
    assert.deepEqual(base, parseText(editor.text));
    const useDns = base['useDns'] !== true;
    await editor.type(toText({ ...base, useDns }));
    assert.equal(await editor.save(), 'saved', String(editor.error));
    assert.deepEqual(bodiesTo(client), [{ useDns }]);
  });

  it('was live at an unknown time until it is read', async () => {
    const { documents, text } = editor;
    assert.equal(documents.readAt(ssh, text), undefined);
    const before = Date.now();
    await documents.stat(ssh);
    assert.ok((documents.readAt(ssh, text) ?? 0) >= before);
    assert.equal(documents.readAt(ssh, `${text} `), undefined);
  });

  it("isn't a starting point if it has edits or isn't a document", async () => {
    const { text } = editor;
    assert.equal((await restarted(text, true)).documents.baseOf(ssh), undefined);
    assert.equal((await restarted('{"useDns": ')).documents.baseOf(ssh), undefined);
  });

  it("doesn't replace a known starting point", async () => {
    const { documents } = editor;
    const base = documents.baseOf(ssh);
    await documents.adopt(ssh, { text: '{"useDns": "other"}\n', isDirty: false });
    assert.deepEqual(documents.baseOf(ssh), base);
  });
});
