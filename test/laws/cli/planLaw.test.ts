import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { plan } from '../../../src/cli/folder';
import type { Entry } from '../../../src/cli/output';
import type { Change } from '../../../src/base/json';
import { NodeDisk } from '../../../src/pending/folders/nodeDisk';
import { commandSteps } from '../../support/pending/folders/commandSteps';
import { FolderWorld } from '../../support/pending/folders/folderWorld';
import { law } from '../../support/laws/law';

const label = fc.constantFrom('Backup', 'Report', '../..', 'CON', '\u001b[31m', 'Ärger');
const job = fc.record({
  label,
  username: fc.constantFrom('web', 'root'),
  command: fc.constantFrom('a', 'b'),
  time: fc.constantFrom('5 2 * * *', '*/5 * * * *'),
});
const servers = fc.array(fc.array(job, { maxLength: 4 }), { minLength: 1, maxLength: 3 });

/** Something that happens to an exported folder, or to its account. */
const event = fc.record({
  type: fc.constantFrom('edit', 'break', 'remove', 'copy', 'others', 'gone', 'new', 'unreadable'),
  at: fc.nat(20),
  value: fc.constantFrom('x', 'y'),
});

type Event = typeof event extends fc.Arbitrary<infer Of> ? Of : never;

function happen(world: FolderWorld, { type, at, value }: Event): void {
  const { texts } = world.files;
  const files = [...texts.keys()].filter((name) => name.endsWith('.cron-job.json'));
  const file = files[at % files.length];
  if (file === undefined) return;
  const text = texts.get(file) ?? '';
  const [key, items] = [...world.lists].filter(([each]) => each.includes('cronJob'))[at % 3] ?? [];
  if (type === 'edit') texts.set(file, text.replace(/"command": "\w"/, `"command": "${value}"`));
  if (type === 'break') texts.set(file, text.replace('{', value));
  if (type === 'remove') texts.delete(file);
  if (type === 'copy') {
    const copy = text.replace(/ {2}"\$ids": \[[^\]]*\],\n/, '');
    texts.set(file.replace('.cron-job', ` ${value}.cron-job`), copy);
  }
  if (type === 'others' && items?.[0]) items[0] = { ...items[0], command: value };
  if (type === 'gone') items?.pop();
  if (type === 'new' && items?.[0]) items.push({ ...items[0], id: 99 });
  if (type === 'unreadable' && key !== undefined) world.broken.add(key);
}

/** What the command line finds in the same folder on a disk. */
async function planOnDisk(world: FolderWorld) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plan-law-'));
  for (const [name, text] of world.files.texts) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  try {
    return await plan(commandSteps(world), new NodeDisk(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('The plan of the command line', () => {
  const counts = { changed: 0, created: 0, deleted: 0, drifted: 0, unknown: 0, problems: 0 };
  law(
    'is the one of the editor, for any folder',
    {
      runs: 500,
      counts,
      afterwards: () => assert.ok(!Object.values(counts).includes(0), JSON.stringify(counts)),
    },
    fc.asyncProperty(servers, fc.array(event, { maxLength: 5 }), async (all, events) => {
      const world = new FolderWorld();
      for (const [index, jobs] of all.entries()) {
        const id = index + 1;
        world.at('server').push({ id, name: `server ${id}`, ipAddress: '192.0.2.1' });
        const own = jobs.map((each, place) => ({ ...each, id: 10 * id + place, enabled: 1 }));
        world.at('cronJob', id).push(...own);
      }
      await world.export();
      for (const each of events) happen(world, each);
      const expected = await world.plan();
      const { entries, unread } = await planOnDisk(world);
      const toLines = (all: readonly Pick<Entry, 'file' | 'changes'>[]) =>
        all.map(({ file, changes }) => JSON.stringify([file, changes])).toSorted();
      const found = (type: string) => entries.filter((entry) => entry.type === type);
      const linesOf = (planned: readonly { path: string; changes: readonly Change[] }[]) =>
        toLines(planned.map(({ path: file, changes }) => ({ file, changes })));
      assert.deepEqual(toLines(found('change')), linesOf(expected.changed));
      assert.deepEqual(toLines(found('changedByOthers')), linesOf(expected.drifted));
      const filesOf = (...types: string[]) =>
        types.flatMap((type) => found(type).map(({ file = '' }) => file)).toSorted();
      const paths = (planned: readonly { readonly path: string }[]) =>
        planned.map((each) => each.path).toSorted();
      assert.deepEqual(filesOf('creation'), paths(expected.created));
      assert.deepEqual(filesOf('deletion'), paths(expected.deleted));
      assert.deepEqual(new Set(filesOf('missing', 'ignored')), new Set(paths(expected.problems)));
      assert.equal(found('notInFolder').length, expected.unknown.length);
      const isUnsure =
        world.broken.size > 0 || expected.problems.some(({ why }) => why.type !== 'gone');
      assert.equal(unread.length > 0, isUnsure);
      for (const name of Object.keys(counts) as (keyof typeof counts)[]) {
        counts[name] += expected[name].length;
      }
    }),
  );
});
