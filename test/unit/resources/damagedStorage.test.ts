import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ChangeLog } from '../../../src/documents/history/changeLog';
import { documentStates } from '../../../src/documents/openDocument';
import { KeptValues } from '../../../src/resources/storage/stored';
import { Pins } from '../../../src/resources/pins';
import { IndexStorage, ResourceIndex } from '../../../src/resources/index/resourceIndex';
import { TreeStorage } from '../../../src/resources/storage/treeStorage';
import { PendingFirewalls } from '../../../src/resources/pendingFirewalls';
import { ViewOptions } from '../../../src/resources/search/viewOptions';
import { startExplorerWorld } from '../../support/explorerWorld';
import { MemoryFolder } from '../../support/memoryFolder';
import { openShared } from '../../support/sharedValues';
import { allTests } from '../../support/eachTest';

const reference = { account: 'example', kind: 'server', ids: [1] } as const;

/** Data that was never stored: of other types, nested differently, with names of inherited members. */
const damaged = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -1, '', [], {}, [[]], [null], { __proto__: null, toString: 1 }),
  fc.constant('x'.repeat(200_000)),
  fc.dictionary(
    fc.constantFrom(
      'version',
      'listings',
      'singles',
      'collections',
      'items',
      'reference',
      'base',
      'filter',
    ),
    fc.jsonValue(),
  ),
);

const noKeys = { keys: () => [], update: async () => undefined };

describe('Damaged storage', () => {
  const world = allTests(startExplorerWorld);

  it('starts empty with any damaged value, and can be used', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (value) => {
        const text = JSON.stringify(value);
        const folder = new MemoryFolder();
        folder.files.set('shared-damaged-1.json', text);
        const choices = await openShared(folder);
        await new Pins(choices).add(reference, { id: 1 });
        await new ViewOptions(choices).change({ grouping: 'tag' });
        await new PendingFirewalls(choices).note(reference);
        const again = await openShared(folder);
        assert.equal(new Pins(again).all.length, 1);
        assert.equal(new ViewOptions(again).current.grouping, 'tag');
        const logFolder = new MemoryFolder();
        logFolder.files.set('shared-damaged-1.json', text);
        const log = new ChangeLog(await openShared(logFolder));
        await log.add({ at: 1, reference, label: 'a', changes: [], outcome: 'done' });
        assert.equal(log.entries.at(0)?.label, 'a');

        folder.files.set('tree-example.json', text).set('index-example.json', text);
        const storage = new TreeStorage(world.store, folder);
        await storage.restore('example');
        storage.dispose();
        const index = new ResourceIndex();
        await new IndexStorage(index, folder).restore('example');
        const states = new KeptValues({ ...noKeys, get: () => value }, documentStates);
        const { base } = states.get('/a') ?? {};
        assert.ok(base === undefined || typeof base.size === 'number');
      }),
      { numRuns: 200 },
    );
  });

  it('is reported once for each ignored item', async () => {
    const notes: string[] = [];
    const note = (what: string): void => void notes.push(what);
    const folder = new MemoryFolder();
    folder.files
      .set('shared-damaged-1.json', '7')
      .set('tree-example.json', '[]')
      .set('index-example.json', '{"version": 1');
    await openShared(folder, note);
    const storage = new TreeStorage(world.store, folder, note);
    await storage.restore('example');
    storage.dispose();
    await new IndexStorage(new ResourceIndex(), folder, note).restore('example');
    new KeptValues({ ...noKeys, get: () => 'x' }, documentStates, note).get('/a');
    assert.deepEqual(notes, [
      'shared-damaged-1.json',
      'tree-example.json',
      'index-example.json',
      'document:/a',
    ]);
    notes.length = 0;
    await openShared(new MemoryFolder(), note);
    await new IndexStorage(new ResourceIndex(), new MemoryFolder(), note).restore('example');
    assert.deepEqual(notes, [], 'missing data must not be reported');
  });
});
