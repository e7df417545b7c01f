import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ListedFolder, SharedValues } from '../../../src/resources/storage/sharedValues';
import { MemoryFolder } from '../../support/memoryFolder';
import { openShared, sharedValues } from '../../support/sharedValues';
import { useRisingTime } from '../../support/risingTime';

/** What a person does in one of two windows, or what the editor does there. */
const step = fc.record({
  window: fc.constantFrom(0, 1),
  key: fc.constantFrom('a', 'b', 'c', '__proto__'),
  what: fc.constantFrom('set', 'set', 'set', 'remove', 'removeSeen', 'refresh', 'reopen'),
});

/** The same folder, with each access at a time chosen by the scheduler. */
function delayed(folder: ListedFolder, scheduler: fc.Scheduler): ListedFolder {
  const later = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve(), what);
    return work();
  };
  return {
    names: () => later('names', () => folder.names()),
    read: (name) => later(`read ${name}`, () => folder.read(name)),
    write: (name, text) => later(`write ${name}`, () => folder.write(name, text)),
    remove: (name) => later(`remove ${name}`, () => folder.remove(name)),
  };
}

function contentOf(values: SharedValues): Map<string, unknown> {
  return new Map(values.list('').map(({ key, value }) => [key, value]));
}

describe('Values shared by windows', () => {
  const setClock = useRisingTime();

  it('include each value that was set and not removed since, despite concurrent changes', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        fc.scheduler(),
        async (steps, scheduler) => {
          runs += 1;
          const folder = new MemoryFolder();
          const slow = delayed(folder, scheduler);
          const windows = [sharedValues(slow), sharedValues(slow)];
          const expected = new Map<string, unknown>();
          let opened = 2;
          const { task } = scheduler.scheduleSequence(
            steps.map(({ window, key, what }, index) => async () => {
              const values = windows[window];
              assert.ok(values);
              if (what === 'set') {
                expected.set(key, index);
                void values.change([{ key, value: index }]);
              } else if (what === 'remove') {
                expected.delete(key);
                void values.change([{ key, value: undefined }]);
              } else if (what === 'removeSeen') {
                const seen = values.get(key);
                if (seen !== undefined && seen === expected.get(key)) expected.delete(key);
                void values.change([{ key, value: undefined, seen }]);
              } else if (what === 'refresh') void values.refresh();
              else {
                // The window closes when everything is written, and another one opens.
                const flushed = values.flush();
                windows[window] = sharedValues(slow);
                opened += 1;
                void flushed;
              }
              return Promise.resolve();
            }),
          );
          await scheduler.waitFor(task);
          await scheduler.waitIdle();
          const after = await openShared(folder);
          assert.deepEqual(contentOf(after), expected);
          for (const values of windows) {
            const reading = values.refresh();
            await scheduler.waitFor(reading);
            assert.deepEqual(contentOf(values), expected);
          }
          // At most one per window, and one that is being replaced.
          assert.ok(folder.files.size <= opened + 1, [...folder.files.keys()].join());
        },
      ),
      { numRuns: 300 },
    );
    assert.equal(runs, 300);
  });

  it("let the window that knew the other's change win, even if the clock was set back", async () => {
    const folder = new MemoryFolder();
    const [here, there] = [await openShared(folder), await openShared(folder)];
    await here.change([{ key: 'a', value: 1 }]);
    await there.refresh();
    setClock(-3_600_000);
    await there.change([{ key: 'a', value: undefined }]);
    await here.refresh();
    assert.deepEqual([here.list(''), there.list('')], [[], []]);
  });

  it('are only removed if unchanged since they were read, even if the clock was set back', async () => {
    const folder = new MemoryFolder();
    const [here, there] = [await openShared(folder), await openShared(folder)];
    await here.change([{ key: 'a', value: { number: 1 } }]);
    await there.refresh();
    const seen = here.get('a');
    await there.change([{ key: 'a', value: { number: 2 } }]);
    setClock(3_600_000);
    await here.change([{ key: 'a', value: undefined, seen }]);
    assert.deepEqual([here.get('a'), there.get('a')], [{ number: 2 }, { number: 2 }]);
    await here.change([{ key: 'a', value: undefined, seen }]);
    assert.deepEqual(here.get('a'), { number: 2 }, 'the value must stay, because it was changed');
    setClock(-7_200_000);
    await here.change([{ key: 'a', value: undefined, seen: here.get('a') }]);
    await there.refresh();
    const later = await openShared(folder);
    assert.deepEqual([here.list(''), there.list(''), later.list('')], [[], [], []]);
    await later.change([{ key: 'a', value: 3 }]);
    await here.refresh();
    assert.equal(here.get('a'), 3);
  });

  it('survive a window that closes while writing, and a damaged file', async () => {
    const folder = new MemoryFolder();
    const first = await openShared(folder);
    await first.change([{ key: 'a', value: 1 }]);
    folder.write = () => Promise.reject(new Error('the disk is full'));
    await assert.rejects(first.change([{ key: 'b', value: 2 }]), /full/);
    Reflect.deleteProperty(folder, 'write');
    await folder.write('shared-other-1.json', '{"c": {"at": 1, "val');
    const notes: string[] = [];
    const second = sharedValues(folder, (text) => notes.push(text));
    await second.ready();
    assert.deepEqual(second.list(''), [{ key: 'a', value: 1 }]);
    assert.deepEqual(notes, ['shared-other-1.json']);
    await first.change([{ key: 'd', value: 4 }]);
    await second.refresh();
    assert.deepEqual(
      contentOf(second),
      new Map([
        ['a', 1],
        ['b', 2],
        ['d', 4],
      ]),
    );
    assert.equal(folder.files.size, 1, 'damaged files must be replaced, too');
  });

  it('are complete immediately, even while other windows replace the files', async () => {
    const folder = new MemoryFolder();
    const first = await openShared(folder);
    await first.change([{ key: 'a', value: 1 }]);
    const names = folder.names.bind(folder);
    let more = 2;
    folder.names = async () => {
      const listed = await names();
      more -= 1;
      if (more > 0) await first.change([{ key: 'b', value: 2 }]);
      return listed;
    };
    const second = await openShared(folder);
    assert.deepEqual(
      contentOf(second),
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    );
  });

  it('start with the readable part of any content, and never throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), fc.jsonValue(), async (text, value) => {
        const folder = new MemoryFolder();
        const known = { at: 5, value: 'known' };
        await folder.write('shared-x-1.json', JSON.stringify({ known, odd: value }));
        await folder.write('shared-x-2.json', text);
        const values = await openShared(folder);
        assert.equal(values.get('known'), 'known');
        await values.change([{ key: 'new', value: 1 }]);
        const next = await openShared(folder);
        assert.deepEqual([next.get('known'), next.get('new')], ['known', 1]);
      }),
    );
  });
});
