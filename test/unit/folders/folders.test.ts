import assert from 'node:assert/strict';
import { FreeNames, toFileName } from '../../../src/folders/folderFiles';
import type { FolderPlan } from '../../../src/folders/planFolder';
import { FolderWorld } from '../../support/folders/folderWorld';

const tidy = 'servers/shop/cron-jobs/Tidy up.cron-job.json';
const lockFile = 'server-management.lock.json';

async function openWorld(): Promise<FolderWorld> {
  const world = new FolderWorld();
  world.at('server').push({ id: 1, name: 'shop' });
  world.at('cronJob', 1).push(job(7, 'Tidy up'), job(8, 'Backup'));
  world.at('databaseUser', 1).push({ id: 3, username: 'web', password: 'geheim' });
  await world.export();
  return world;
}

function job(id: number, label: string) {
  return { id, label, username: 'root', command: 'true', time: '1 2 * * *', enabled: 1 };
}

/** What a plan asks for, in short. */
function short({ changed, created, deleted, drifted, problems }: FolderPlan) {
  const fields = changed.map(({ path, changes }) => [
    path,
    ...changes.map((c) => c.path.join('.')),
  ]);
  return {
    changed: fields,
    created: created.map(({ path }) => path),
    deleted: deleted.map(({ path }) => path),
    drifted: drifted.map(({ path }) => path),
    problems: problems.map(({ path, why }) => [
      path,
      why.type === 'text' ? why.problems.map((each) => each.reason).join(' ') : why.type,
    ]),
  };
}

const nothing = { changed: [], created: [], deleted: [], drifted: [], problems: [] };

describe('An account in a folder', () => {
  it('has a file for each resource, in folders of names, with what can be written', async () => {
    const { files } = await openWorld();
    assert.deepEqual(JSON.parse(files.texts.get(tidy) ?? ''), {
      $kind: 'cronJob',
      $ids: [1, 7],
      command: 'true',
      dayOfMonth: '*',
      dayOfWeek: '*',
      hour: '2',
      label: 'Tidy up',
      minute: '1',
      month: '*',
      username: 'root',
    });
    assert.ok(files.texts.has('servers/shop.server.json'));
  });

  it('has no secrets, and asks for nothing as long as it is as it was exported', async () => {
    const world = await openWorld();
    assert.ok(![...world.files.texts.values()].some((text) => text.includes('geheim')));
    assert.deepEqual(short(await world.plan()), nothing);
    assert.deepEqual((await world.update()).changed, 0);
  });

  it('asks for what was edited, however the file is called by now', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    const renamed = 'servers/shop/cron-jobs/Clean.cron-job.json';
    world.files.texts.set(renamed, world.files.texts.get(tidy) ?? '');
    world.files.texts.delete(tidy);
    assert.deepEqual(short(await world.plan()), { ...nothing, changed: [[renamed, 'hour']] });
  });

  it('asks to create what has no resource, and to delete what has no file', async () => {
    const world = await openWorld();
    const text = world.files.texts.get(tidy) ?? '';
    const { $ids: _, ...copy } = JSON.parse(text) as Record<string, unknown>;
    const path = 'servers/shop/cron-jobs/Copy.cron-job.json';
    world.files.texts.set(path, JSON.stringify(copy));
    world.files.texts.delete(tidy);
    const plan = await world.plan();
    assert.deepEqual(short(plan), { ...nothing, created: [path], deleted: [tidy] });
    assert.deepEqual(plan.created[0]?.collection.parents, [1]);
    assert.deepEqual(plan.created[0]?.content['hour'], '2');
    assert.deepEqual(plan.deleted[0]?.reference.ids, [1, 7]);
  });

  it('asks to create nothing that exists by now, and learns which one it is', async () => {
    const world = await openWorld();
    const text = world.files.texts.get(tidy) ?? '';
    const { $ids: _, ...copy } = JSON.parse(text) as Record<string, unknown>;
    const path = 'servers/shop/cron-jobs/Copy.cron-job.json';
    const second = 'servers/shop/cron-jobs/Second.cron-job.json';
    // The exported one has the same values, but a file of its own.
    for (const each of [path, second]) world.files.texts.set(each, JSON.stringify(copy));
    assert.deepEqual(short(await world.plan()).created, [path, second]);
    world.at('cronJob', 1).push(job(9, 'Tidy up'));
    const plan = await world.plan();
    assert.deepEqual([short(plan), plan.unknown], [{ ...nothing, created: [second] }, 0]);
    const { changed, added } = await world.update();
    assert.deepEqual([changed, added], [1, 0]);
    assert.match(world.files.texts.get(path) ?? '', /"\$ids": \[\s*1,\s*9\s*\]/);
    assert.deepEqual(short(await world.plan()), { ...nothing, created: [second] });
    world.files.edit(path, '"hour": "2"', '"hour": "5"');
    assert.deepEqual(short(await world.plan()).changed, [[path, 'hour']]);
  });

  it('deletes nothing while a file can’t be read, and says where broken JSON is', async () => {
    const world = await openWorld();
    world.files.texts.set('servers/shop/cron-jobs/New.cron-job.json', '{"label": ');
    world.files.texts.delete(tidy);
    assert.deepEqual(short(await world.plan()), {
      ...nothing,
      problems: [['servers/shop/cron-jobs/New.cron-job.json', 'syntax']],
    });
  });

  it('compares what was edited with what it was read as, if others changed it too', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    world.at('cronJob', 1).splice(0, 1, { ...job(7, 'Tidy'), time: '1 9 * * *' });
    const { drifted } = await world.plan();
    assert.deepEqual(drifted[0]?.changes, [{ path: ['hour'], before: '2', after: '5' }]);
    assert.deepEqual(drifted[0]?.fields, [['hour']]);
  });

  it('tells what others changed, and takes it over where nothing was edited', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    const theirs = { ...job(7, 'Tidy'), time: '3 9 * * *' };
    world.at('cronJob', 1).splice(0, 2, theirs, { ...job(8, 'Backup'), command: 'theirs' });
    const backup = 'servers/shop/cron-jobs/Backup.cron-job.json';
    const before = await world.plan();
    assert.deepEqual(short(before).drifted, [tidy, backup]);
    assert.deepEqual(before.drifted[1]?.changes, [
      { path: ['command'], before: 'theirs', after: 'true' },
    ]);
    const { changed, conflicts } = await world.update();
    assert.deepEqual([changed, conflicts], [2, [tidy]]);
    assert.match(world.files.texts.get(tidy) ?? '', /"hour": "5"[^]*"minute": "3"/);
    // The hour that both changed is still compared with what the file began with.
    const after = await world.plan();
    assert.deepEqual(short(after), { ...nothing, drifted: [tidy] });
    assert.equal(after.drifted[0]?.changes[0]?.before, '2');
  });

  it('takes over what others changed in place of an edit, if that was chosen', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    world.files.edit(tidy, '"command": "true"', '"command": "mine"');
    world.at('cronJob', 1).splice(0, 1, { ...job(7, 'Tidy'), time: '1 9 * * *' });
    const { changed, conflicts } = await world.update(new Set(['a/cronJob/one/1/7']));
    assert.deepEqual([changed, conflicts], [1, []]);
    assert.match(world.files.texts.get(tidy) ?? '', /"command": "mine"[^]*"hour": "9"/);
    assert.deepEqual(short(await world.plan()), { ...nothing, changed: [[tidy, 'command']] });
  });

  it('gets files of what others created, and loses those of what is gone unless they were edited', async () => {
    const world = await openWorld();
    world.at('cronJob', 1).splice(0, 2, job(9, 'tidy UP'));
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    assert.deepEqual(short(await world.plan()).problems, [
      [tidy, 'gone'],
      ['servers/shop/cron-jobs/Backup.cron-job.json', 'gone'],
    ]);
    const { added, deleted, problems } = await world.update();
    assert.deepEqual([added, deleted, problems.length], [1, 1, 1]);
    assert.ok(world.files.texts.has('servers/shop/cron-jobs/tidy UP~9.cron-job.json'));
  });

  it('takes nothing for gone that couldn’t be read', async () => {
    const world = await openWorld();
    world.broken.add('a/cronJob/all/1');
    const { problems, deleted } = await world.plan();
    assert.deepEqual(deleted, []);
    assert.deepEqual(
      problems.map(({ why }) => why.type),
      ['unread', 'unread'],
    );
    assert.equal((await world.update()).deleted, 0);
  });
});

describe('A file in a folder', () => {
  async function problemsWith(edit: (world: FolderWorld) => void): Promise<unknown> {
    const world = await openWorld();
    edit(world);
    const plan = short(await world.plan());
    assert.deepEqual({ ...plan, problems: [] }, nothing);
    return plan.problems;
  }

  it('is refused with a key that nobody knows', async () => {
    const found = await problemsWith(({ files }) =>
      files.edit(tidy, '"label"', '"x": 1,\n"label"'),
    );
    assert.deepEqual(found, [[tidy, 'unknownField']]);
  });

  it('is refused with a secret in clear', async () => {
    const user = 'servers/shop/database-users/web.database-user.json';
    const world = await openWorld();
    world.files.edit(user, '{\n    "$secret": "unchanged"\n  }', '"in clear"');
    const { problems } = await world.plan();
    const [problem] = problems;
    assert.ok(problem?.why.type === 'text');
    assert.deepEqual(problem.why.problems[0]?.reason, 'secretInText');
    assert.equal(problem.path, user);
  });

  it('is refused if it is a link, is about another folder’s resource, or there are two', async () => {
    const found = await problemsWith(({ files }) => {
      files.links.add('servers/link.server.json');
      files.texts.set('servers/other.server.json', '{"$kind": "server", "$ids": [99]}');
      files.texts.set('copy.cron-job.json', files.texts.get(tidy) ?? '');
    });
    assert.deepEqual(found, [
      ['servers/other.server.json', 'otherFolder'],
      ['copy.cron-job.json', 'twice'],
      ['servers/link.server.json', 'link'],
    ]);
  });

  it("ignores new files where their kind can't be created", async () => {
    const found = await problemsWith(({ files }) => {
      files.texts.set('somewhere/New.cron-job.json', '{"label": "New"}');
    });
    assert.deepEqual(found, [['somewhere/New.cron-job.json', 'noPlace']]);
  });
});

describe('The lock of a folder', () => {
  const refused = async (edit: (world: FolderWorld) => void, reason: string): Promise<void> => {
    const world = await openWorld();
    edit(world);
    await assert.rejects(world.plan(), { name: 'FolderError', reason });
    await assert.rejects(world.update(), { name: 'FolderError', reason });
  };

  it('is refused if it was changed by hand, is damaged, missing or a link', async () => {
    await refused(({ files }) => files.edit(lockFile, '"hour": "2"', '"hour": "3"'), 'changedLock');
    await refused(({ files }) => files.texts.set(lockFile, '{'), 'damagedLock');
    await refused(({ files }) => files.texts.delete(lockFile), 'noLock');
    await refused(({ files }) => {
      files.texts.delete(lockFile);
      files.links.add(lockFile);
    }, 'link');
  });

  it('is refused with paths that lead out of the folder, or through a link', async () => {
    await refused(({ files }) => files.edit(lockFile, tidy, `../../${tidy}`), 'unsafePath');
    await refused(({ files }) => files.edit(lockFile, tidy, 'C:/x.cron-job.json'), 'unsafePath');
    await refused(({ files }) => files.links.add('servers/shop'), 'link');
  });

  it('isn’t written over: a folder with such files stays as it is', async () => {
    const world = await openWorld();
    await assert.rejects(world.export(), { reason: 'otherFiles' });
  });
});

describe('Names of files', () => {
  it('can be held by Windows and Unix, whatever the service says', () => {
    const cases = [
      ['Tidy up', 'Tidy up'],
      ['../../etc/passwd', '-..-etc-passwd'],
      ['CON', '_CON'],
      ['nul.txt', '_nul.txt'],
      ['com1', '_com1'],
      ['.git', 'git'],
      ['name. . ', 'name'],
      ['a<b>c:"d|e?f*g', 'a-b-c--d-e-f-g'],
      ['a\u{0}b\u{202e}c', 'a-b-c'],
      ['', '-'],
      ['...', '-'],
      ['\u{d800}', '-'],
    ];
    for (const [name = '', expected] of cases) assert.equal(toFileName(name), expected);
    assert.ok(new TextEncoder().encode(toFileName('ä👩‍👩‍👧'.repeat(200))).length <= 80);
  });

  it('differ even where case doesn’t count', () => {
    const names = new FreeNames();
    const taken = ['Backup', 'backup', 'BACKUP', 'Backup~2'].map((name, index) =>
      names.free((own) => `x/${own}`, name, index + 1),
    );
    assert.equal(new Set(taken.map((path) => path.toLowerCase())).size, 4);
    assert.deepEqual(taken.slice(0, 2), ['x/Backup', 'x/backup~2']);
  });
});
