import assert from 'node:assert/strict';
import { describeArea } from '../../../src/findings/view/words';

describe('What was not checked', () => {
  for (const [total, words] of [
    [1, '1 of 1 server'],
    [2, '2 of 2 servers'],
  ] as const) {
    it(`says "${words}"`, () => {
      const area = { id: 'health', unit: 'server', checked: 0, total } as const;
      assert.equal(describeArea(area), words);
    });
  }
});
