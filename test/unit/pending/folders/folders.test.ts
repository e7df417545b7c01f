import assert from 'node:assert/strict';
import type { FolderPlan } from '../../../../src/pending/folders/planFolder';
import { type JsonObject, omit } from '../../../../src/base/json';
import { FolderWorld } from '../../../support/pending/folders/folderWorld';

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

/** A short form of a plan. */
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
  it('has a file for each resource, in named folders, with its writable fields', async () => {
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

  it('keeps the part of a resource that can no longer be read, and says so', async () => {
    const world = new FolderWorld();
    world.at('server').push({ id: 1, name: 'shop' });
    const blog = { id: 2, name: 'blog', type: 'custom', phpVersion: 'php83' };
    world.at('webApplication', 1).push({ ...blog, settings: { memoryLimit: 256 } });
    await world.export();
    const path = [...world.files.texts.keys()].find((each) => each.includes('blog')) ?? '';
    const text = world.files.texts.get(path) ?? '';
    assert.match(text, /"memoryLimit": 256/);
    world.at('webApplication', 1).splice(0, 1, blog);
    assert.deepEqual(short(await world.plan()), { ...nothing, problems: [[path, 'unread']] });
    await world.update();
    assert.equal(world.files.texts.get(path), text);
  });

  it("doesn't miss a field that has no meaning with the other values of the service", async () => {
    const world = new FolderWorld();
    world.at('server').push({ id: 1, name: 'shop' });
    const withSettings = (settings: JsonObject): JsonObject => ({ id: 2, name: 'blog', settings });
    const dynamic = { processManager: 'dynamic', processManagerStartServers: 2 };
    world.at('webApplication', 1).push(withSettings(dynamic));
    await world.export();
    world.at('webApplication', 1).splice(0, 1, withSettings({ processManager: 'static' }));
    assert.deepEqual((await world.plan()).problems, []);
  });

  it('plans nothing for a resource whose part was not offered when it was exported', async () => {
    const world = new FolderWorld();
    world.at('server').push({ id: 1, name: 'shop' });
    world
      .at('webApplication', 1)
      .push({ id: 2, name: 'blog', type: 'custom', phpVersion: 'php83' });
    await world.export();
    assert.deepEqual(short(await world.plan()), nothing);
    const before = new Map(world.files.texts);
    await world.update();
    assert.deepEqual(world.files.texts, before);
  });

  it("has no secrets, and plans nothing until it's edited", async () => {
    const world = await openWorld();
    assert.ok(![...world.files.texts.values()].some((text) => text.includes('geheim')));
    assert.deepEqual(short(await world.plan()), nothing);
    assert.deepEqual((await world.update()).changed, 0);
  });

  it('plans nothing and stays as it is after a checkout with the line ends of Windows', async () => {
    const world = await openWorld();
    for (const [path, text] of world.files.texts) {
      world.files.texts.set(path, text.replaceAll('\n', '\r\n'));
    }
    assert.deepEqual(short(await world.plan()), nothing);
    const { changed, added, deleted, conflicts } = await world.update();
    assert.deepEqual([changed, added, deleted, conflicts], [0, 0, 0, []]);
    assert.match(world.files.texts.get(tidy) ?? '', /\r\n/);
  });

  it('tells Git to keep line ends, unless it has attributes of its own', async () => {
    const { files } = await openWorld();
    assert.equal(files.texts.get('.gitattributes'), '*.json\teol=lf\n');
    const world = new FolderWorld();
    world.at('server').push({ id: 1, name: 'shop' });
    world.files.texts.set('.gitattributes', '*.png binary\n');
    await world.export();
    assert.equal(world.files.texts.get('.gitattributes'), '*.png binary\n');
  });

  it('plans nothing if secrets are deep in fields, or named beside their values', async () => {
    const world = new FolderWorld();
    world.at('server').push({ id: 1, name: 'shop' });
    world.at('webApplication', 1).push({ id: 2, name: 'blog', type: 'custom' });
    world.at('waf', 1, 2).push({
      isEnabled: true,
      rulesExclusion: {
        password: { '': 'geheim', deep: { x: 'geheim' } },
        header: { name: 'token', value: 'geheim' },
      },
    });
    await world.export();
    const text = [...world.files.texts.values()].join('\n');
    assert.equal(text.match(/"\$secret": "unchanged"/g)?.length, 3);
    assert.doesNotMatch(text, /geheim/);
    assert.deepEqual(short(await world.plan()), nothing);
  });

  it('plans edits, even if the file was renamed', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    const renamed = 'servers/shop/cron-jobs/Clean.cron-job.json';
    world.files.texts.set(renamed, world.files.texts.get(tidy) ?? '');
    world.files.texts.delete(tidy);
    assert.deepEqual(short(await world.plan()), { ...nothing, changed: [[renamed, 'hour']] });
  });

  it('plans to create files without a resource, and to delete resources without a file', async () => {
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

  it('names what it creates by the content, not by the file', async () => {
    const world = await openWorld();
    const { $ids: _, ...copy } = JSON.parse(world.files.texts.get(tidy) ?? '') as JsonObject;
    const add = (path: string, content: JsonObject): unknown =>
      world.files.texts.set(path, JSON.stringify(content));
    add('servers/shop/cron-jobs/Harmless.cron-job.json', { ...copy, label: 'Evil' });
    add('servers/shop/firewall-rules/Office.firewall-rule.json', {
      port: '22',
      protocol: 'tcp',
      type: 'global',
    });
    const { created } = await world.plan();
    assert.deepEqual(
      created.map(({ name }) => name),
      ['Evil', 'TCP 22'],
    );
  });

  it('doesn’t plan to create a resource that exists by now, and adopts its ids', async () => {
    const world = await openWorld();
    const text = world.files.texts.get(tidy) ?? '';
    const { $ids: _, ...copy } = JSON.parse(text) as Record<string, unknown>;
    const path = 'servers/shop/cron-jobs/Copy.cron-job.json';
    const second = 'servers/shop/cron-jobs/Second.cron-job.json';
    // The exported one has the same values, but its own file.
    for (const each of [path, second]) world.files.texts.set(each, JSON.stringify(copy));
    assert.deepEqual(short(await world.plan()).created, [path, second]);
    world.at('cronJob', 1).push(job(9, 'Tidy up'));
    const plan = await world.plan();
    assert.deepEqual([short(plan), plan.unknown], [{ ...nothing, created: [second] }, []]);
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

  it('compares edits with the values as read, if others also changed them', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    world.at('cronJob', 1).splice(0, 1, { ...job(7, 'Tidy'), time: '1 9 * * *' });
    const { drifted } = await world.plan();
    assert.deepEqual(drifted[0]?.changes, [{ path: ['hour'], before: '2', after: '5' }]);
    assert.deepEqual(drifted[0]?.fields, [['hour']]);
  });

  it('reports others’ changes, and adopts them where nothing was edited', async () => {
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
    // The hour that both changed is still compared with its exported value.
    const after = await world.plan();
    assert.deepEqual(short(after), { ...nothing, drifted: [tidy] });
    assert.equal(after.drifted[0]?.changes[0]?.before, '2');
  });

  it('replaces an edit with others’ changes, if that was chosen', async () => {
    const world = await openWorld();
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    world.files.edit(tidy, '"command": "true"', '"command": "mine"');
    world.at('cronJob', 1).splice(0, 1, { ...job(7, 'Tidy'), time: '1 9 * * *' });
    const { changed, conflicts } = await world.update(new Set(['a/cronJob/one/1/7']));
    assert.deepEqual([changed, conflicts], [1, []]);
    assert.match(world.files.texts.get(tidy) ?? '', /"command": "mine"[^]*"hour": "9"/);
    assert.deepEqual(short(await world.plan()), { ...nothing, changed: [[tidy, 'command']] });
  });

  it('gets files for resources that others created, and loses those of deleted ones unless edited', async () => {
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

  for (const [what, sign] of [
    ['couldn’t be read', 'broken'],
    ['the service doesn’t offer anymore', 'withdrawn'],
    ['the service left out of a list', 'incomplete'],
  ] as const) {
    it(`keeps resources that ${what}`, async () => {
      const world = await openWorld();
      world[sign].add('a/cronJob/all/1');
      world.at('cronJob', 1).length = 0;
      const { problems, deleted } = await world.plan();
      assert.deepEqual(deleted, []);
      assert.deepEqual(
        problems.map(({ why }) => why.type),
        ['unread', 'unread'],
      );
      const updated = await world.update();
      assert.deepEqual([updated.deleted, updated.problems.length], [0, 2]);
    });
  }

  it('creates nothing in a list that couldn’t be read completely', async () => {
    const world = await openWorld();
    const { $ids: _, ...copy } = JSON.parse(world.files.texts.get(tidy) ?? '') as JsonObject;
    const path = 'servers/shop/cron-jobs/Copy.cron-job.json';
    world.files.texts.set(path, JSON.stringify({ ...copy, label: 'Copy' }));
    world.incomplete.add('a/cronJob/all/1');
    assert.deepEqual(short(await world.plan()), { ...nothing, problems: [[path, 'unread']] });
  });
});

describe('A folder that leads elsewhere, or from which much is gone', () => {
  for (const link of [
    'servers/shop/firewall-rules',
    'servers/SHOP/Firewall-Rules',
    'servers/shop',
  ]) {
    it(`is never written to through the link ${link}`, async () => {
      const world = await openWorld();
      world.at('firewallRule', 1).push({ id: 5, name: 'Office', command: 'accept' });
      world.files.links.add(link);
      const before = new Map(world.files.texts);
      await assert.rejects(world.update(), { name: 'FolderError', reason: 'link' });
      assert.deepEqual(world.files.texts, before);
    });
  }

  it('finds folders again whose names the disk spells in another form', async () => {
    const world = new FolderWorld();
    world.at('server').push({ id: 1, name: 'Büro' });
    world.at('cronJob', 1).push(job(7, 'Tidy up'));
    await world.export();
    for (const [path, text] of new Map(world.files.texts)) {
      if (path === lockFile) continue;
      world.files.texts.delete(path);
      world.files.texts.set(path.normalize('NFD'), text);
    }
    const added = 'servers/Büro/cron-jobs/New.cron-job.json'.normalize('NFD');
    const { $ids: _, ...copy } = JSON.parse(
      world.files.texts.get('servers/Büro/cron-jobs/Tidy up.cron-job.json'.normalize('NFD')) ?? '',
    ) as JsonObject;
    world.files.texts.set(added, JSON.stringify({ ...copy, label: 'New' }));
    const { created, ...others } = short(await world.plan());
    assert.deepEqual([created.length, others], [1, omit(nothing, ['created'])]);
    const size = world.files.texts.size;
    await world.update();
    assert.equal(world.files.texts.size, size);
  });

  it('keeps the files of resources that its lock says nothing should be read of', async () => {
    const world = await openWorld();
    world.files.edit(lockFile, '"scopes": "account"', '"scopes": []');
    const { deleted, problems } = await world.update();
    assert.deepEqual(
      [deleted, problems.map(({ why }) => why.type)],
      [0, Array.from({ length: 4 }, () => 'unread')],
    );
    assert.ok(world.files.texts.has(tidy));
  });

  it('asks before it loses more than 10 files and 30 %', async () => {
    const world = new FolderWorld();
    world.at('server').push({ id: 1, name: 'shop' });
    world
      .at('cronJob', 1)
      .push(...Array.from({ length: 20 }, (_, index) => job(index + 1, `Job ${index}`)));
    await world.export();
    world.at('cronJob', 1).splice(0, 10);
    assert.equal(await world.loss(), undefined);
    world.at('cronJob', 1).length = 9;
    assert.deepEqual(await world.loss(), { lost: 11, of: 21 });
  });

  it('loses a few of many files without a question', async () => {
    const world = new FolderWorld();
    const jobs = Array.from({ length: 60 }, (_, index) => job(index + 1, `Job ${index}`));
    world.at('server').push({ id: 1, name: 'shop' });
    world.at('cronJob', 1).push(...jobs);
    await world.export();
    world.at('cronJob', 1).splice(0, 18);
    assert.equal(await world.loss(), undefined);
    world.at('cronJob', 1).splice(0, 1);
    assert.deepEqual(await world.loss(), { lost: 19, of: 61 });
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

  it('is rejected with an unknown key', async () => {
    const found = await problemsWith(({ files }) =>
      files.edit(tidy, '"label"', '"x": 1,\n"label"'),
    );
    assert.deepEqual(found, [[tidy, 'unknownField']]);
  });

  it('is rejected with a secret in plain text', async () => {
    const user = 'servers/shop/database-users/web.database-user.json';
    const world = await openWorld();
    world.files.edit(user, '{\n    "$secret": "unchanged"\n  }', '"in clear"');
    const { problems } = await world.plan();
    const [problem] = problems;
    assert.ok(problem?.why.type === 'text');
    assert.deepEqual(problem.why.problems[0]?.reason, 'secretInText');
    assert.equal(problem.path, user);
  });

  it('is rejected if it is a link, for another folder’s resource, or a duplicate', async () => {
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

  it('is ignored if it is nested too deeply, too long or in another encoding, and stays as it is', async () => {
    const world = await openWorld();
    const [deep, long, latin] = ['deep', 'long', 'latin'].map(
      (name) => `servers/shop/cron-jobs/${name}.cron-job.json`,
    ) as [string, string, string];
    world.files.texts.set(deep, `{"label": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    world.files.texts.set(long, `{"label": "${'x'.repeat(1_100_000)}"}`);
    const bytes = new TextEncoder().encode(
      (world.files.texts.get(tidy) ?? '').replace('Tidy', 'B?ro'),
    );
    world.files.bytes.set(latin, bytes.with(bytes.indexOf(63), 252));
    world.files.edit(tidy, '"hour": "2"', '"hour": "5"');
    assert.deepEqual(short(await world.plan()), {
      ...nothing,
      changed: [[tidy, 'hour']],
      problems: [
        [deep, 'syntax'],
        [long, 'tooLarge'],
        [latin, 'encoding'],
      ],
    });
    await world.update();
    assert.deepEqual(world.files.bytes.get(latin)?.includes(252), true);
  });

  it('creates nothing from a text with characters that were lost before', async () => {
    const found = await problemsWith(({ files }) => {
      const { $ids: _, ...copy } = JSON.parse(files.texts.get(tidy) ?? '') as JsonObject;
      const path = 'servers/shop/cron-jobs/New.cron-job.json';
      files.texts.set(path, JSON.stringify({ ...copy, label: 'B\u{fffd}ro' }));
    });
    assert.deepEqual(found, [['servers/shop/cron-jobs/New.cron-job.json', 'replacement']]);
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

  it('is rejected if it was changed by hand, or is damaged, missing or a link', async () => {
    await refused(({ files }) => files.edit(lockFile, '"hour": "2"', '"hour": "3"'), 'changedLock');
    await refused(({ files }) => files.texts.set(lockFile, '{'), 'damagedLock');
    await refused(({ files }) => files.texts.delete(lockFile), 'noLock');
    await refused(({ files }) => {
      files.texts.delete(lockFile);
      files.links.add(lockFile);
    }, 'link');
  });

  it('is rejected with paths that lead out of the folder or through a link', async () => {
    await refused(({ files }) => files.edit(lockFile, tidy, `../../${tidy}`), 'unsafePath');
    await refused(({ files }) => files.edit(lockFile, tidy, 'C:/x.cron-job.json'), 'unsafePath');
    await refused(({ files }) => files.links.add('servers/shop'), 'link');
  });

  it('isn’t overwritten: a folder with such files stays unchanged', async () => {
    const world = await openWorld();
    await assert.rejects(world.export(), { reason: 'otherFiles' });
  });
});
