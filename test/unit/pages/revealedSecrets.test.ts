import assert from 'node:assert/strict';
import { RevealedSecrets } from '../../../src/pages/revealedSecrets';
import { mock } from 'node:test';

const halfMinute = 30_000;

describe('A credential shown in a panel', () => {
  let hidden: number;
  let secrets: RevealedSecrets;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    hidden = 0;
    secrets = new RevealedSecrets(() => (hidden += 1));
  });
  afterEach(() => mock.timers.reset());

  it('is hidden after half a minute', () => {
    secrets.reveal('apiKey', 'visible');
    mock.timers.tick(halfMinute - 1);
    assert.deepEqual([secrets.get('apiKey'), hidden], ['visible', 0]);
    mock.timers.tick(1);
    assert.deepEqual([secrets.get('apiKey'), hidden], [undefined, 1]);
  });

  it("is hidden independently of others, and immediately at the person's request", () => {
    secrets.reveal('apiKey', 'one');
    mock.timers.tick(10_000);
    secrets.reveal('password', null);
    secrets.hide('apiKey');
    secrets.hide('apiKey');
    assert.deepEqual(
      [secrets.get('apiKey'), secrets.get('password'), hidden],
      [undefined, null, 1],
    );
    mock.timers.tick(halfMinute - 1);
    assert.equal(secrets.get('password'), null);
    mock.timers.tick(1);
    assert.deepEqual([secrets.get('password'), hidden], [undefined, 2]);
  });

  it("stays visible for another half minute if it's shown again", () => {
    secrets.reveal('apiKey', 'first');
    mock.timers.tick(20_000);
    secrets.hide('apiKey');
    secrets.reveal('apiKey', 'second');
    mock.timers.tick(20_000);
    secrets.reveal('apiKey', 'third');
    mock.timers.tick(halfMinute - 1);
    assert.equal(secrets.get('apiKey'), 'third');
    mock.timers.tick(1);
    assert.deepEqual([secrets.get('apiKey'), hidden], [undefined, 2]);
  });
});
