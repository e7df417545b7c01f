import assert from 'node:assert/strict';
import { Viewers } from '../../../src/findings/view/viewers';

const wanted = (viewers: Viewers, visible: boolean, focused = true) =>
  viewers.wanted({ visible }, { focused });

describe('The areas to check in the background', () => {
  it('are those that are visible, beginning with what the filter needs', () => {
    const viewers = new Viewers();
    assert.deepEqual(wanted(viewers, false), []);
    assert.deepEqual(wanted(viewers, true), ['health', 'certificates']);
    viewers.note('filter', true);
    assert.deepEqual(wanted(viewers, false), ['certificates']);
    assert.deepEqual(wanted(viewers, true), ['certificates', 'health']);
    viewers.note('fleet', true);
    assert.deepEqual(wanted(viewers, false), ['certificates', 'health']);
    viewers.note('filter', false);
    assert.deepEqual(wanted(viewers, false), ['health', 'certificates']);
    viewers.note('fleet', false);
    assert.deepEqual(wanted(viewers, false), []);
  });

  it("are none while the window isn't focused, even if it shows them", () => {
    const viewers = new Viewers();
    viewers.note('fleet', true);
    viewers.note('filter', true);
    assert.deepEqual(wanted(viewers, true, false), []);
  });
});
