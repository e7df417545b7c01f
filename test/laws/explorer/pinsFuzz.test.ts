import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { MemoryFolder } from '../../support/memoryFolder';
import { law } from '../../support/laws/law';
import { openShared, sharedValues } from '../../support/sharedValues';
import { type Pin, Pins } from '../../../src/resources/pins';
import type { ListedFolder, SharedValues } from '../../../src/resources/storage/sharedValues';
import { collectionOf, type ResourceReference } from '../../../src/resources/reference';
import { useRisingTime } from '../../support/risingTime';

const references: readonly ResourceReference[] = ['one', 'other'].flatMap((account) => [
  { account, kind: 'server', ids: [1] },
  { account, kind: 'server', ids: [2] },
  { account, kind: 'cronJob', ids: [1, 1] },
]);

/** What a person does in one of two windows, or what the editor does there. */
const step = fc.record({
  window: fc.constantFrom(0, 1),
  at: fc.nat(references.length - 1),
  what: fc.constantFrom('pin', 'pin', 'unpin', 'refresh', 'removeAccount', 'reopen'),
});

/** The same folder, with each access at a time chosen by the scheduler. */
function delayed(folder: ListedFolder, scheduler: fc.Scheduler): ListedFolder {
  const later = async <T>(work: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    return work();
  };
  return {
    names: () => later(() => folder.names()),
    read: (name) => later(() => folder.read(name)),
    write: (name, text) => later(() => folder.write(name, text)),
    remove: (name) => later(() => folder.remove(name)),
  };
}

function nameOf({ account, kind, ids }: ResourceReference): string {
  return [account, kind, ...ids].join(' ');
}

/** A window with a tree that redraws a collection only on request. */
class Window {
  readonly values: SharedValues;
  readonly pinStore: Pins;
  readonly #drawn = new Map<string, readonly string[]>();

  constructor(values: SharedValues) {
    this.values = values;
    this.pinStore = new Pins(values);
    for (const reference of references) this.#draw(reference);
    this.pinStore.onDidChange((collection) => {
      const reference = references.find(
        (each) => JSON.stringify(collectionOf(each)) === JSON.stringify(collection),
      );
      if (reference) this.#draw(reference);
    });
  }

  get pins(): string[] {
    return this.pinStore.all.map(({ reference, resource }) =>
      [nameOf(reference), resource['name']].join(': '),
    );
  }

  get rows(): string[] {
    return [...this.#drawn.values()].flat();
  }

  #draw(reference: ResourceReference): void {
    const collection = collectionOf(reference);
    const pins = this.pinStore.of(collection).map((each) => nameOf(each.reference));
    this.#drawn.set(JSON.stringify(collection), pins);
  }
}

describe('Pins in two windows under concurrent changes', () => {
  useRisingTime();

  const count = { steps: 0 };
  law(
    'are those pinned and not unpinned since, in that order, and are drawn accordingly',
    { runs: 400, counts: count },
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.scheduler(),
      async (steps, scheduler) => {
        const folder = new MemoryFolder();
        const slow = delayed(folder, scheduler);
        const windows = [new Window(sharedValues(slow)), new Window(sharedValues(slow))];
        const expected = new Map<string, string>();
        const { task } = scheduler.scheduleSequence(
          steps.map(({ window: index, at, what }, number) => async () => {
            const window = windows[index];
            const reference = references[at];
            assert.ok(window && reference);
            const name = nameOf(reference);
            count.steps += 1;
            if (what === 'pin') {
              expected.delete(name);
              expected.set(name, `${name}: at ${number}`);
              const resource = { id: reference.ids.at(-1), name: `at ${number}`, token: 'x' };
              void window.pinStore.add(reference, resource);
            } else if (what === 'unpin') {
              expected.delete(name);
              void window.pinStore.remove(reference);
            } else if (what === 'removeAccount') {
              // Removing an account also removes what a window knows of it.
              for (const { value } of window.values.list('pin/')) {
                const pinned = (value as Pin).reference;
                if (pinned.account === reference.account) expected.delete(nameOf(pinned));
              }
              void window.values.removeAccount(reference.account);
            } else if (what === 'refresh') void window.values.refresh();
            else {
              void window.values.flush();
              windows[index] = new Window(sharedValues(slow));
            }
            return Promise.resolve();
          }),
        );
        await scheduler.waitFor(task);
        await scheduler.waitIdle();
        const last = new Window(await openShared(folder));
        assert.deepEqual(
          last.pins.map(withoutJobNames),
          [...expected.values()].map(withoutJobNames),
        );
        for (const window of windows) {
          await scheduler.waitFor(window.values.refresh());
          assert.deepEqual(window.pins, last.pins);
          assert.deepEqual(window.rows.toSorted(), last.rows.toSorted());
        }
      },
    ),
  );
});

/** The name of a cron job is in another field. */
function withoutJobNames(pin: string): string {
  return pin.includes('cronJob') ? pin.replace(/: .*/, '') : pin;
}
