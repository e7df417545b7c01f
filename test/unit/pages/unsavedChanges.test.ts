import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { keptChanges, parsePageMessage } from '../../../src/panels/page/messages';
import { UnsavedChanges } from '../../../src/pages/unsavedChanges';

describe('Changes in a panel', () => {
  it('disappear if the original value is restored', () => {
    const changes = new UnsavedChanges([]);
    changes.set('useDns', true, false);
    changes.set('paranoia', 1, 2);
    changes.set('useDns', true, true);
    assert.deepEqual(changes.all, [{ id: 'paranoia', from: 1, to: 2 }]);
  });

  it('remain if they were made while others were being saved', () => {
    const changes = new UnsavedChanges([]);
    changes.set('zone', 'UTC', 'Asia');
    changes.set('useDns', true, false);
    const sent = changes.send();
    changes.set('zone', 'UTC', 'Asia/Tokyo');
    changes.set('paranoia', 1, 2);
    changes.saved(sent);
    assert.deepEqual(changes.all, [
      { id: 'zone', from: 'Asia', to: 'Asia/Tokyo' },
      { id: 'paranoia', from: 1, to: 2 },
    ]);
  });

  it('are saved in parts if there are many, without later changes', () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `plugins/data/${index}/activate`);
    const changes = new UnsavedChanges([]);
    for (const id of ids) changes.set(id, false, true);
    const saved: string[] = [];
    let part = changes.send();
    changes.set('useDns', true, false);
    const sizes: number[] = [];
    while (part.length > 0) {
      assert.ok(changes.areSent);
      assert.ok(
        parsePageMessage({ type: 'save', changes: part }),
        'the extension accepts each part',
      );
      sizes.push(part.length);
      saved.push(...part.map(({ id }) => id));
      changes.saved(part);
      part = changes.sendRest();
    }
    assert.deepEqual(sizes, [500, 500, 200]);
    assert.deepEqual(saved, ids);
    assert.deepEqual(changes.all, [{ id: 'useDns', from: true, to: false }]);
    assert.ok(!changes.areSent);
  });

  it("aren't saved further once a part is refused", () => {
    const changes = new UnsavedChanges([]);
    for (let index = 0; index < 600; index += 1) changes.set(`plugins/${index}`, false, true);
    changes.send();
    changes.refused();
    assert.deepEqual(changes.sendRest(), []);
    assert.equal(changes.all.length, 600);
  });

  it('are all reported to the extension, however many there are', () => {
    const many = Array.from({ length: 6_000 }, (_, index) => ({ id: `${index}`, from: 1, to: 2 }));
    assert.deepEqual(parsePageMessage({ type: 'changed', changes: many }), {
      type: 'changed',
      changes: many,
    });
    assert.deepEqual(keptChanges.schema.parse(many), many);
  });

  it('remain to be saved if undone while being saved', () => {
    const changes = new UnsavedChanges([]);
    changes.set('useDns', true, false);
    const sent = changes.send();
    changes.set('useDns', true, true);
    changes.saved(sent);
    assert.deepEqual(changes.all, [{ id: 'useDns', from: false, to: true }]);
  });

  it('all remain after a refusal, and can be sent again', () => {
    const changes = new UnsavedChanges([{ id: 'paranoia', from: 2, to: 1 }]);
    changes.send();
    assert.ok(changes.areSent);
    changes.startFrom('paranoia', 4);
    changes.refused();
    assert.ok(!changes.areSent);
    assert.deepEqual(changes.send(), [{ id: 'paranoia', from: 4, to: 1 }]);
  });

  it('are neither sent again nor discarded while they are being saved', () => {
    const changes = new UnsavedChanges([]);
    changes.set('useDns', true, false);
    const sent = changes.send();
    changes.set('paranoia', 1, 2);
    assert.deepEqual(changes.send(), []);
    assert.equal(changes.discard(), false);
    assert.equal(changes.all.length, 2);
    changes.saved(sent);
    assert.deepEqual(changes.all, [{ id: 'paranoia', from: 1, to: 2 }]);
    assert.equal(changes.discard(), true);
    assert.deepEqual([changes.all, changes.send()], [[], []]);
  });

  it("from elsewhere are added, but don't replace those made here", () => {
    const changes = new UnsavedChanges([{ id: 'paranoia', from: 2, to: 1 }]);
    const sent = changes.send();
    changes.adopt([
      { id: 'paranoia', from: 2, to: 4 },
      { id: 'useDns', from: true, to: false },
    ]);
    changes.saved(sent);
    assert.deepEqual(changes.all, [{ id: 'useDns', from: true, to: false }]);
  });

  it('lead to the values that the person sees, whenever saves end and the page restarts', () => {
    const step = fc.oneof(
      fc.record({ id: fc.constantFrom('a', 'b'), to: fc.integer({ min: 0, max: 3 }) }),
      fc.constantFrom('send' as const, 'saved' as const, 'refused' as const, 'anew' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const live = new Map([
          ['a', 0],
          ['b', 0],
        ]);
        // A panel shows the live state again after each save.
        const seen = new Map(live);
        let changes = new UnsavedChanges([]);
        let sent: ReturnType<UnsavedChanges['send']> | undefined;
        for (const each of steps) {
          if (typeof each === 'object') {
            changes.set(each.id, live.get(each.id) ?? 0, each.to);
            seen.set(each.id, each.to);
          } else if (each === 'anew') {
            changes = new UnsavedChanges(changes.all);
          } else if (each === 'send') {
            sent ??= changes.send();
          } else if (!sent) {
            continue;
          } else if (each === 'saved') {
            for (const { id, from, to } of sent) {
              assert.equal(from, live.get(id));
              live.set(id, Number(to));
            }
            changes.saved(sent);
            sent = undefined;
          } else {
            changes.refused();
            sent = undefined;
          }
          for (const [id, value] of seen) {
            if (sent) continue;
            assert.equal(changes.get(id)?.to ?? live.get(id), value);
          }
        }
      }),
    );
  });
});
