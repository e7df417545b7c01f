import assert from 'node:assert/strict';
import { parseFollowMessage, parseFollowState } from '../../../../src/panels/follow/messages';
import { toMatcher } from '../../../../src/pages/follow/matches';

const event = {
  source: 'shop',
  level: 'important',
  levelText: 'High Priority Info',
  text: 'Deployment of main was started',
} as const;
const all = { source: '', level: 'information', text: '' } as const;

describe('The filter of followed events', () => {
  it('shows events that contain all words, in any order and case, in the text or the level', () => {
    for (const text of ['', 'deploy', 'MAIN deployment', 'priority main', '  main ']) {
      assert.ok(toMatcher({ ...all, text })(event), text);
    }
    assert.ok(!toMatcher({ ...all, text: 'main failed' })(event));
  });

  it('shows a level and those above it', () => {
    assert.ok(toMatcher({ ...all, level: 'important' })(event));
    assert.ok(!toMatcher({ ...all, level: 'warning' })(event));
    assert.ok(toMatcher({ ...all, level: 'warning' })({ ...event, level: 'warning' }));
  });

  it('can show a single log', () => {
    assert.ok(toMatcher({ ...all, source: 'shop' })(event));
    assert.ok(!toMatcher({ ...all, source: 'blog' })(event));
  });
});

describe('The page of followed events', () => {
  it('only sends valid messages', () => {
    assert.deepEqual(parseFollowMessage({ type: 'pause', isPaused: true }), {
      type: 'pause',
      isPaused: true,
    });
    for (const message of [undefined, 'ready', { type: 'run' }, { type: 'pause' }]) {
      assert.equal(parseFollowMessage(message), undefined);
    }
  });

  it('is restored from the readable part of its state', () => {
    assert.deepEqual(parseFollowState({ paths: ['/a'], filter: { text: 1, level: 'loud' } }), {
      paths: ['/a'],
      filter: all,
    });
    assert.equal(parseFollowState({ filter: all }), undefined);
  });
});
