import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keepState, type KeptState } from '../../../src/sandbox/persistence';
import { seedWorld } from '../../../src/sandbox/seed/world';
import { stateFile } from '../../../src/sandbox/stateFile';
import { contentsOf } from '../../../src/sandbox/state/store';
import type { World } from '../../../src/sandbox/state/world';
import { until } from '../../support/until';
import { useTemporaryFolder } from './support/temporaryFolder';

describe('A state file', () => {
  const folder = useTemporaryFolder();
  const file = (): string => path.join(folder(), 'state.json');
  const reports: string[] = [];
  const open = (): KeptState =>
    keepState(stateFile(file()), (message) => void reports.push(message));

  function someWorld(): World {
    const world = seedWorld(12);
    for (const server of world.servers.slice(0, 3)) contentsOf(server);
    return world;
  }

  beforeEach(() => {
    reports.length = 0;
  });

  it('is empty before anything was saved', async () => {
    assert.equal(await open().load(), undefined);
    assert.deepEqual(await readdir(folder()), []);
  });

  it("doesn't write through a link that has its temporary name", async function () {
    // Links need a privilege there.
    if (process.platform === 'win32') this.skip();
    const victim = path.join(folder(), 'victim');
    await writeFile(victim, 'mine');
    await symlink(victim, path.join(folder(), `.state.json.${process.pid}.tmp`));
    const kept = open();
    await kept.load();
    kept.save(someWorld());
    await kept.close();
    assert.equal(await readFile(victim, 'utf8'), 'mine');
    assert.ok((await stat(file())).isFile());
    assert.deepEqual(reports, []);
  });

  it('returns the saved state', async () => {
    const world = someWorld();
    const first = open();
    first.save(world);
    await first.close();
    assert.deepEqual(await open().load(), world);
    assert.deepEqual(await readdir(folder()), ['state.json']);
    assert.deepEqual(reports, []);
  });

  it('of an earlier version keeps the day of its data', async () => {
    const { day: _day, ...earlier } = seedWorld(1);
    await writeFile(file(), JSON.stringify(earlier));
    assert.deepEqual(await open().load(), seedWorld(1));
    assert.deepEqual(reports, []);
  });

  it('is written soon, without being closed', async () => {
    const opened = open();
    opened.save(someWorld());
    await until('the file is there', () => existsSync(file()));
    await opened.close();
  });

  it('is written once for a series of changes', async () => {
    const opened = open();
    const world = someWorld();
    for (let index = 0; index < 50; index += 1) {
      world.lastId.item += 1;
      opened.save(world);
    }
    await opened.close();
    const loaded = await open().load();
    assert.equal(loaded?.lastId.item, world.lastId.item);
  });

  it("accepts nothing after it's closed", async () => {
    const opened = open();
    await opened.close();
    opened.save(someWorld());
    await opened.close();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('is readable only by its owner', async function () {
    if (process.platform === 'win32') this.skip();
    const opened = open();
    opened.save(someWorld());
    await opened.close();
    assert.equal((await stat(file())).mode & 0o777, 0o600);
  });

  const damaged: readonly (readonly [string, string])[] = [
    ['is cut off', '{"format":1,"servers":['],
    ['is empty', ''],
    ['contains something else', '{"hello":"world"}'],
    ['was written by a newer version', JSON.stringify({ ...seedWorld(1), format: 2 })],
    ['has a server without a name', JSON.stringify(seedWorld(1)).replace('"name"', '"names"')],
  ];
  for (const [why, text] of damaged) {
    it(`is set aside and reported when it ${why}, never overwritten`, async () => {
      await writeFile(file(), text);
      const opened = open();
      assert.equal(await opened.load(), undefined);
      opened.save(someWorld());
      await opened.close();

      const [broken, ...others] = (await readdir(folder())).filter((name) => name !== 'state.json');
      assert.ok(broken && others.length === 0);
      assert.match(broken, /^state\.json\.broken-\d{4}-\d\d-\d\dT[\d.-]+Z$/);
      assert.equal(await readFile(path.join(folder(), broken), 'utf8'), text);
      assert.equal(reports.length, 1);
      assert.ok(reports[0]?.includes(broken));
      assert.ok(await open().load());
    });
  }

  it("isn't overwritten, and reports once, if someone else has changed it meanwhile", async () => {
    const [mine, theirs] = [open(), open()];
    assert.equal(await mine.load(), undefined);
    assert.equal(await theirs.load(), undefined);
    const world = someWorld();
    theirs.save(world);
    await theirs.close();

    mine.save(seedWorld(1));
    await until('it is reported', () => reports.length > 0);
    mine.save(seedWorld(2));
    await mine.close();
    assert.match(reports.join(), /another window.*state\.json/);
    assert.equal(reports.length, 1);
    assert.deepEqual(await open().load(), world);
  });

  it("prevents a start if it can't be written", async () => {
    const nowhere = keepState(
      stateFile(path.join(folder(), 'missing', 'state.json')),
      () => undefined,
    );
    await assert.rejects(nowhere.load(), { code: 'ENOENT' });
    await mkdir(file());
    await assert.rejects(open().load(), { code: 'EISDIR' });
  });

  it('reports a failed write, and leaves nothing half-written behind', async () => {
    await mkdir(file());
    const opened = open();
    opened.save(someWorld());
    await opened.close();
    assert.match(reports.join(), /state\.json could not be written/);
    assert.deepEqual(await readdir(folder()), ['state.json']);
  });
});
