import assert from 'node:assert/strict';
import { allAreas, type CheckedArea, wantedAreas } from '../../../src/findings/checker';

const wanted = (
  visible: boolean,
  filter: readonly CheckedArea[],
  fleet: readonly CheckedArea[],
  focused = true,
) => wantedAreas({ focused }, { visible }, { filter, fleet });

describe('The areas to check in the background', () => {
  it('are those that are visible, beginning with what the filter needs', () => {
    assert.deepEqual(wanted(false, [], []), []);
    assert.deepEqual(wanted(true, [], []), ['health', 'certificates']);
    assert.deepEqual(wanted(false, ['certificates'], []), ['certificates']);
    assert.deepEqual(wanted(true, ['certificates'], []), ['certificates', 'health']);
    assert.deepEqual(wanted(false, ['health'], []), ['health']);
    assert.deepEqual(wanted(false, ['certificates'], allAreas), ['certificates', 'health']);
    assert.deepEqual(wanted(false, [], allAreas), ['health', 'certificates']);
  });

  it("are none while the window isn't focused, even if it shows them", () => {
    assert.deepEqual(wanted(true, ['certificates'], allAreas, false), []);
  });
});
