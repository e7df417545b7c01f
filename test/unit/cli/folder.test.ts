import assert from 'node:assert/strict';
import { exportAccount, plan, update } from '../../../src/cli/folder';
import { exitCodeOf } from '../../../src/cli/output';
import { toKey } from '../../../src/resources/reference';
import { commandSteps } from '../../support/pending/folders/commandSteps';
import { FolderWorld } from '../../support/pending/folders/folderWorld';

function worldOf(jobs: number): FolderWorld {
  const world = new FolderWorld();
  world.at('server').push({ id: 1, name: 'shop', ipAddress: '192.0.2.1' });
  for (let id = 1; id <= jobs; id += 1) {
    world.at('cronJob', 1).push({ id, label: `Job ${id}`, command: 'true', time: '5 2 * * *' });
  }
  return world;
}

describe('A folder on the command line', () => {
  it("is exported with exit code 1 if a part couldn't be read, and names it", async () => {
    const world = worldOf(2);
    world.broken.add(toKey({ account: 'a', kind: 'cronJob', parents: [1] }));
    const found = await exportAccount(commandSteps(world), world.files);
    assert.equal(exitCodeOf(found, 'information'), 1);
    assert.match(found.unread.join('\n'), /Cron Jobs" couldn't be read\./);
    assert.match(found.summary.join(), /^1 resource exported\.$/);
  });

  it('is read while the service answers', async () => {
    const world = worldOf(1);
    await world.export();
    const asked = new Promise<void>((resolve) => {
      const list = world.reading.list.bind(world.reading);
      world.reading.list = (collection) => {
        resolve();
        return list(collection);
      };
    });
    const read = world.files.read.bind(world.files);
    world.files.read = async (file, mostBytes) => {
      if (file.endsWith('.cron-job.json')) await asked;
      return read(file, mostBytes);
    };
    const { summary, unread } = await plan(commandSteps(world), world.files);
    assert.deepEqual([summary, unread], [['Nothing to apply.'], []]);
  });

  it('keeps its files at a large loss: the answer is "no", with exit code 1', async () => {
    const world = worldOf(12);
    await world.export();
    const before = new Map(world.files.texts);
    assert.ok(before.size > 12);
    world.at('cronJob', 1).length = 0;
    const found = await update(commandSteps(world), world.files);
    assert.equal(exitCodeOf(found, 'information'), 1);
    assert.deepEqual(found.unread, [
      'Delete 12 of 13 files? Answered "no". Update the folder in the editor to delete them.',
    ]);
    assert.deepEqual(world.files.texts, before);
  });
});
