import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { PendingChanges } from '../../../src/webviews/pendingChanges';

describe('Changes in a panel', () => {
  it('are taken back by the value that was there', () => {
    const changes = new PendingChanges([]);
    changes.set('useDns', true, false);
    changes.set('paranoia', 1, 2);
    changes.set('useDns', true, true);
    assert.deepEqual(changes.all, [{ id: 'paranoia', from: 1, to: 2 }]);
  });

  it('stay, where they were made while others were saved', () => {
    const changes = new PendingChanges([]);
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

  it('are still wanted, where one that is being saved is taken back', () => {
    const changes = new PendingChanges([]);
    changes.set('useDns', true, false);
    const sent = changes.send();
    changes.set('useDns', true, true);
    changes.saved(sent);
    assert.deepEqual(changes.all, [{ id: 'useDns', from: false, to: true }]);
  });

  it('are all there after a refusal, and may be sent again', () => {
    const changes = new PendingChanges([{ id: 'paranoia', from: 2, to: 1 }]);
    changes.send();
    assert.ok(changes.areSent);
    changes.startFrom('paranoia', 4);
    changes.refused();
    assert.ok(!changes.areSent);
    assert.deepEqual(changes.send(), [{ id: 'paranoia', from: 4, to: 1 }]);
  });

  it('from elsewhere are taken in, but put nothing in place of those made here', () => {
    const changes = new PendingChanges([{ id: 'paranoia', from: 2, to: 1 }]);
    const sent = changes.send();
    changes.adopt([
      { id: 'paranoia', from: 2, to: 4 },
      { id: 'useDns', from: true, to: false },
    ]);
    changes.saved(sent);
    assert.deepEqual(changes.all, [{ id: 'useDns', from: true, to: false }]);
  });

  it('lead to what the person sees, whenever the saves end and the page begins anew', () => {
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
        // A panel shows the live state anew after each save.
        const seen = new Map(live);
        let changes = new PendingChanges([]);
        let sent: ReturnType<PendingChanges['send']> | undefined;
        for (const each of steps) {
          if (typeof each === 'object') {
            changes.set(each.id, live.get(each.id) ?? 0, each.to);
            seen.set(each.id, each.to);
          } else if (each === 'anew') {
            changes = new PendingChanges(changes.all);
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
