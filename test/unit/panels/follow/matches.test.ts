import assert from 'node:assert/strict';
import { toMatcher } from '../../../../src/pages/draw/many';

const event = {
  text: () => 'Deployment of main was started High Priority Info',
  tags: ['shop', 'important'],
};
const all = { wanted: '', chosen: { source: '', level: '' } };

describe('The filter of followed events', () => {
  it('shows events that contain all words, in any order and case, in the text or the level', () => {
    for (const wanted of ['', 'deploy', 'MAIN deployment', 'priority main', '  main ']) {
      assert.ok(toMatcher({ ...all, wanted })(event), wanted);
    }
    assert.ok(!toMatcher({ ...all, wanted: 'main failed' })(event));
  });

  it('shows a level and those above it', () => {
    assert.ok(toMatcher({ ...all, chosen: { level: 'important' } })(event));
    assert.ok(!toMatcher({ ...all, chosen: { level: 'warning' } })(event));
    const warning = { ...event, tags: ['shop', 'important', 'warning'] };
    assert.ok(toMatcher({ ...all, chosen: { level: 'warning' } })(warning));
  });

  it('can show a single log', () => {
    assert.ok(toMatcher({ ...all, chosen: { source: 'shop' } })(event));
    assert.ok(!toMatcher({ ...all, chosen: { source: 'blog' } })(event));
  });
});
