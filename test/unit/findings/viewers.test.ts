import assert from 'node:assert/strict';
import { allAreas, Viewers } from '../../../src/findings/view/viewers';

const wanted = (viewers: Viewers, visible: boolean, focused = true) =>
  viewers.wanted({ visible }, { focused });

describe('The areas to check in the background', () => {
  it('are those that are visible, beginning with what the filter needs', () => {
    const viewers = new Viewers();
    assert.deepEqual(wanted(viewers, false), []);
    assert.deepEqual(wanted(viewers, true), ['health', 'certificates']);
    viewers.note('filter', ['certificates']);
    assert.deepEqual(wanted(viewers, false), ['certificates']);
    assert.deepEqual(wanted(viewers, true), ['certificates', 'health']);
    viewers.note('filter', ['health']);
    assert.deepEqual(wanted(viewers, false), ['health']);
    viewers.note('filter', ['certificates']);
    viewers.note('fleet', allAreas);
    assert.deepEqual(wanted(viewers, false), ['certificates', 'health']);
    viewers.note('filter', []);
    assert.deepEqual(wanted(viewers, false), ['health', 'certificates']);
    viewers.note('fleet', []);
    assert.deepEqual(wanted(viewers, false), []);
  });

  it("are none while the window isn't focused, even if it shows them", () => {
    const viewers = new Viewers();
    viewers.note('fleet', allAreas);
    viewers.note('filter', ['certificates']);
    assert.deepEqual(wanted(viewers, true, false), []);
  });
});
