import assert from 'node:assert/strict';
import { diff } from '../../../../src/base/json';
import type { AppliedChange } from '../../../../src/pending/applyChanges';
import type { FolderPlan } from '../../../../src/pending/folders/planFolder';
import type { StagedChange } from '../../../../src/pending/stagedChange';
import { FolderWorld } from '../../../support/pending/folders/folderWorld';

const tidy = 'servers/shop/cron-jobs/Tidy up.cron-job.json';
const copy = 'servers/shop/cron-jobs/Copy.cron-job.json';

async function openWorld(): Promise<FolderWorld> {
  const world = new FolderWorld();
  world.at('server').push({ id: 1, name: 'shop' });
  world.at('cronJob', 1).push(job(7, 'Tidy up'));
  await world.export();
  return world;
}

function job(id: number, label: string, command = 'true') {
  return { id, label, username: 'root', command, time: '1 2 * * *', enabled: 1 };
}

/** A new file, like the exported one. */
function addCopy({ files }: FolderWorld): void {
  const content = JSON.parse(files.texts.get(tidy) ?? '') as Record<string, unknown>;
  const { $ids: _, ...rest } = content;
  files.texts.set(copy, JSON.stringify({ ...rest, label: 'Copy' }));
}

function isEmpty({ changed, created, deleted, drifted, problems }: FolderPlan): boolean {
  return [changed, created, deleted, drifted, problems].every(({ length }) => length === 0);
}

function toStaged(
  { path, reference, changes }: FolderPlan['changed'][number],
  operation?: 'create' | 'delete',
): StagedChange {
  return {
    reference,
    origin: 'folder',
    path: `/${path}`,
    at: 1,
    changes,
    operation,
    file: { folder: 'file:///folder', path },
    state: { type: 'pending' },
  };
}

/** The result of applying a plan. */
async function apply(world: FolderWorld, { changed, created, deleted }: FolderPlan): Promise<void> {
  const jobs = world.at('cronJob', 1);
  const applied: AppliedChange[] = [];
  for (const each of changed) {
    const found = jobs.find(({ id }) => id === each.reference.ids[1]) as Record<string, unknown>;
    for (const { path, after } of each.changes) found[path[0] ?? ''] = after;
    applied.push({ staged: toStaged(each), created: undefined });
  }
  for (const { path, content } of created) {
    const reference = { account: 'a', kind: 'cronJob', ids: [1, 50] } as const;
    const { label, command } = content as { label: string; command: string };
    jobs.push(job(50, label, command));
    const asked = { ...reference, ids: [1, `new:${path}`] };
    const staged = toStaged({ path, reference: asked, changes: [] }, 'create');
    applied.push({ staged, created: reference });
  }
  for (const each of deleted) {
    jobs.splice(
      jobs.findIndex(({ id }) => id === each.reference.ids[1]),
      1,
    );
    applied.push({ staged: toStaged(each, 'delete'), created: undefined });
  }
  await world.record(applied);
}

describe('A folder that was applied', () => {
  it('matches the service, and the next edit is a change of its own', async () => {
    const world = await openWorld();
    for (const command of ['one', 'two', 'true']) {
      const before = (await world.plan()).changed;
      assert.deepEqual(before, []);
      world.files.edit(
        tidy,
        /"command": "\w+"/.exec(world.files.texts.get(tidy) ?? '')?.[0] ?? '',
        `"command": "${command}"`,
      );
      const plan = await world.plan();
      assert.deepEqual([plan.changed.length, plan.drifted.length], [1, 0], command);
      await apply(world, plan);
      assert.ok(isEmpty(await world.plan()));
    }
  });

  it('still shows others’ later changes', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"command": "true"', '"command": "one"');
    await apply(world, await world.plan());
    Object.assign(world.at('cronJob', 1)[0] ?? {}, { command: 'theirs' });
    const { drifted } = await world.plan();
    assert.deepEqual(
      drifted.map(({ changes }) => changes),
      [[{ path: ['command'], before: 'theirs', after: 'one' }]],
    );
  });

  it('creates a file’s resource once, however the file is edited afterwards', async () => {
    const world = await openWorld();
    addCopy(world);
    await apply(world, await world.plan());
    assert.match(world.files.texts.get(copy) ?? '', /"\$ids": \[\s*1,\s*50\s*\]/);
    assert.ok(isEmpty(await world.plan()));
    world.files.edit(copy, '"command": "true"', '"command": "false"');
    const plan = await world.plan();
    assert.deepEqual([plan.created.length, plan.changed.length], [0, 1]);
  });

  it('keeps an edit made to a new file while it was being applied', async () => {
    const world = await openWorld();
    addCopy(world);
    const plan = await world.plan();
    world.files.edit(copy, '"command":"true"', '"command":"later"');
    await apply(world, plan);
    const { changed, created } = await world.plan();
    assert.deepEqual(created, []);
    assert.deepEqual(
      changed.map(({ changes }) => changes),
      [[{ path: ['command'], before: 'true', after: 'later' }]],
    );
  });

  it('creates a deleted resource again, once it has a file without ids', async () => {
    const world = await openWorld();
    const text = world.files.texts.get(tidy) ?? '';
    world.files.texts.delete(tidy);
    await apply(world, await world.plan());
    assert.ok(isEmpty(await world.plan()));
    world.files.texts.set(tidy, text.replace(/\s*"\$ids": \[[^\]]*\],/, ''));
    const { created, problems } = await world.plan();
    assert.deepEqual([created.length, problems], [1, []]);
  });

  it('creates a resource deleted by others again, once its file has no ids', async () => {
    const world = await openWorld();
    world.at('cronJob', 1).pop();
    assert.deepEqual((await world.plan()).problems, [{ path: tidy, why: { type: 'gone' } }]);
    const text = (world.files.texts.get(tidy) ?? '').replace(/\s*"\$ids": \[[^\]]*\],/, '');
    world.files.texts.set(tidy, text);
    const plan = await world.plan();
    assert.deepEqual([plan.created.length, plan.problems], [1, []]);
    await world.update();
    assert.equal(world.files.texts.get(tidy), text);
    await apply(world, await world.plan());
    assert.ok(isEmpty(await world.plan()));
  });

  for (const what of ['that aren’t offered any more', 'of which no id is known'] as const) {
    it(`creates resources ${what} once, until a file says something else`, async () => {
      const world = await openWorld();
      addCopy(world);
      world.withdrawn.add('a/cronJob/all/1');
      const create = async (): Promise<number> => {
        const { created, problems } = await world.plan();
        assert.deepEqual(problems, [{ path: tidy, why: { type: 'unread' } }]);
        await world.record(
          created.map(({ path, content }) => ({
            staged: toStaged(
              {
                path,
                reference: { account: 'a', kind: 'cronJob', ids: [1, `new:${path}`] },
                changes: diff({}, content),
              },
              'create',
            ),
            created: what.includes('no id')
              ? undefined
              : { account: 'a', kind: 'cronJob', ids: [1, 50] },
          })),
        );
        return created.length;
      };
      assert.deepEqual([await create(), await create()], [1, 0]);
      await world.update();
      assert.equal(await create(), 0);
      // The same file under another name is no other one, but a second one is.
      const text = world.files.texts.get(copy) ?? '';
      const moved = copy.replace('Copy', 'Moved');
      world.files.texts.delete(copy);
      world.files.texts.set(moved, text);
      assert.equal(await create(), 0);
      world.files.texts.set(copy.replace('Copy', 'Second'), text);
      assert.equal(await create(), 1);
      world.files.edit(moved, '"command":"true"', '"command":"false"');
      assert.deepEqual([await create(), await create()], [1, 0]);
      // Once the list can be read, it decides what exists.
      world.withdrawn.clear();
      const { created } = await world.plan();
      assert.deepEqual(created.length, 2);
    });
  }
});
