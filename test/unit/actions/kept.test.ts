import assert from 'node:assert/strict';
import { keptStart, keptText } from '../../../src/ui/actions/input/kept';

describe('What is found again at a question', () => {
  it('is what was typed last, be it an answer or not', () => {
    assert.equal(keptText({}), undefined);
    assert.equal(keptText({ answer: 'Tidy up' }), 'Tidy up');
    assert.equal(keptText({ answer: 'Tidy up', typed: '' }), '');
  });

  it('is the entry that was chosen, or the text where there is no such entry', () => {
    const items = [{ value: 'shop' }, { value: false }];
    const start = (kept: Parameters<typeof keptStart>[0]) =>
      keptStart(kept, items, ({ value }) => value);
    assert.deepEqual(start({}), {});
    assert.deepEqual(start({ answer: 'shop' }), { active: items[0] });
    assert.deepEqual(start({ answer: false, typed: '' }), { active: items[1] });
    assert.deepEqual(start({ answer: 'another' }), { typed: 'another' });
    assert.deepEqual(start({ answer: 90 }), { typed: '90' });
    assert.deepEqual(start({ answer: 'shop', typed: 'web' }), { typed: 'web' });
  });
});
