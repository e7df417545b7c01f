import assert from 'node:assert/strict';
import { savedStart, savedText } from '../../../src/actions/questions/savedAnswer';

describe('Going back to a question', () => {
  it('shows the text typed last, whether or not it was submitted', () => {
    assert.equal(savedText({}), undefined);
    assert.equal(savedText({ answer: 'Tidy up' }), 'Tidy up');
    assert.equal(savedText({ answer: 'Tidy up', typed: '' }), '');
    assert.equal(savedText({ answer: 90 }), undefined);
  });

  it('selects the chosen entry, or shows the text if there is no such entry', () => {
    const items = [{ value: 'shop' }, { value: false }];
    const start = (saved: Parameters<typeof savedStart>[0]) =>
      savedStart(saved, items, ({ value }) => value);
    assert.deepEqual(start({}), {});
    assert.deepEqual(start({ answer: 'shop' }), { active: items[0] });
    assert.deepEqual(start({ answer: false, typed: '' }), { active: items[1] });
    assert.deepEqual(start({ answer: 'another' }), { typed: 'another' });
    assert.deepEqual(start({ answer: 90 }), { typed: '90' });
    assert.deepEqual(start({ answer: ['shop'] }), {});
    assert.deepEqual(start({ answer: 'shop', typed: 'web' }), { typed: 'web' });
  });
});
