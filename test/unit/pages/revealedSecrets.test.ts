import assert from 'node:assert/strict';
import { RevealedSecrets } from '../../../src/pages/revealedSecrets';
import { FakeClock } from '../../support/fakeClock';
import { eachTest } from '../../support/eachTest';

const halfMinute = 30_000;

describe('A credential shown in a panel', () => {
  let hidden: number;
  let secrets: RevealedSecrets;

  const clock = eachTest(() => new FakeClock());
  beforeEach(() => {
    hidden = 0;
    secrets = new RevealedSecrets(
      (delay, callback) => clock.after(delay, callback),
      () => (hidden += 1),
    );
  });

  it('is hidden after half a minute', async () => {
    secrets.reveal('apiKey', 'visible');
    await clock.advance(halfMinute - 1);
    assert.deepEqual([secrets.get('apiKey'), hidden], ['visible', 0]);
    await clock.advance(1);
    assert.deepEqual([secrets.get('apiKey'), hidden], [undefined, 1]);
  });

  it("is hidden independently of others, and immediately at the person's request", async () => {
    secrets.reveal('apiKey', 'one');
    await clock.advance(10_000);
    secrets.reveal('password', null);
    secrets.hide('apiKey');
    secrets.hide('apiKey');
    assert.deepEqual(
      [secrets.get('apiKey'), secrets.get('password'), hidden],
      [undefined, null, 1],
    );
    await clock.advance(halfMinute - 1);
    assert.equal(secrets.get('password'), null);
    await clock.advance(1);
    assert.deepEqual([secrets.get('password'), hidden, clock.pending], [undefined, 2, 0]);
  });

  it("stays visible for another half minute if it's shown again", async () => {
    secrets.reveal('apiKey', 'first');
    await clock.advance(20_000);
    secrets.hide('apiKey');
    secrets.reveal('apiKey', 'second');
    await clock.advance(20_000);
    secrets.reveal('apiKey', 'third');
    await clock.advance(halfMinute - 1);
    assert.equal(secrets.get('apiKey'), 'third');
    await clock.advance(1);
    assert.deepEqual([secrets.get('apiKey'), clock.pending], [undefined, 0]);
  });
});
