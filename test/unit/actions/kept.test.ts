import assert from 'node:assert/strict';
import { keptStart, keptText } from '../../../src/actions/questions/kept';

describe('Going back to a question', () => {
  it('shows the text typed last, whether or not it was submitted', () => {
    assert.equal(keptText({}), undefined);
    assert.equal(keptText({ answer: 'Tidy up' }), 'Tidy up');
    assert.equal(keptText({ answer: 'Tidy up', typed: '' }), '');
    assert.equal(keptText({ answer: 90 }), undefined);
  });

  it('selects the chosen entry, or shows the text if there is no such entry', () => {
    const items = [{ value: 'shop' }, { value: false }];
    const start = (kept: Parameters<typeof keptStart>[0]) =>
      keptStart(kept, items, ({ value }) => value);
    assert.deepEqual(start({}), {});
    assert.deepEqual(start({ answer: 'shop' }), { active: items[0] });
    assert.deepEqual(start({ answer: false, typed: '' }), { active: items[1] });
    assert.deepEqual(start({ answer: 'another' }), { typed: 'another' });
    assert.deepEqual(start({ answer: 90 }), { typed: '90' });
    assert.deepEqual(start({ answer: ['shop'] }), {});
    assert.deepEqual(start({ answer: 'shop', typed: 'web' }), { typed: 'web' });
  });
});
