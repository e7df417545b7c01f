import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import { UnsavedChanges } from '../../../src/pages/unsavedChanges';

type Step =
  | { readonly do: 'set'; readonly id: string; readonly to: number }
  | { readonly do: 'send' | 'saved' | 'refused' | 'discard' | 'restart' };

const ids = ['a', 'b', 'c'];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      id: fc.constantFrom(...ids),
      to: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['send', 'saved', 'saved', 'refused', 'discard', 'restart'] as const),
      ),
    }),
  },
);

describe('Changes in a panel under any sequence of events', () => {
  const count = { steps: 0 };
  law(
    "always show the values that the person wants, and send no value that they didn't choose",
    { runs: 1_000, counts: count },
    fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
      // The oracle: the service's values and those that the person sees, as plain numbers.
      const live = new Map(ids.map((id) => [id, 0]));
      const wanted = new Map(live);
      let pending = new UnsavedChanges([]);
      let underWay: ReturnType<UnsavedChanges['send']> = [];
      for (const each of steps) {
        if (each.do === 'set') {
          const from = pending.get(each.id)?.from ?? live.get(each.id) ?? 0;
          pending.set(each.id, from, each.to);
          wanted.set(each.id, each.to);
        } else if (each.do === 'send' && underWay.length === 0) {
          underWay = pending.send();
          for (const { id, to } of underWay)
            assert.equal(to, wanted.get(id), 'another value was sent');
        } else if (each.do === 'saved' && underWay.length > 0) {
          for (const { id, to } of underWay) live.set(id, Number(to));
          pending.saved(underWay);
          underWay = [];
        } else if (each.do === 'refused' && underWay.length > 0) {
          pending.refused();
          underWay = [];
        } else if (each.do === 'discard' && underWay.length === 0) {
          pending.discard();
          for (const [id, value] of live) wanted.set(id, value);
        } else if (each.do === 'restart' && underWay.length === 0) {
          pending = new UnsavedChanges(pending.all);
        }
        count.steps += 1;
        if (underWay.length > 0) continue;
        for (const id of ids) {
          assert.equal(pending.get(id)?.to ?? live.get(id), wanted.get(id), `${id} is lost`);
          assert.equal(
            pending.get(id)?.from ?? live.get(id),
            live.get(id),
            `${id} is counted incorrectly`,
          );
        }
      }
    }),
  );
});
