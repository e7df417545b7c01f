import assert from 'node:assert/strict';
import { lazy } from '../../../src/base/lazy';

describe('lazy', () => {
  it('creates nothing until requested, and then once for every caller', async () => {
    let made = 0;
    const get = lazy(() => Promise.resolve(++made));
    assert.equal(made, 0);
    assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
    assert.equal(await get(), 1);
  });

  it('tries again after a failure', async () => {
    let tries = 0;
    const get = lazy(async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });
    await assert.rejects(get(), /not yet/);
    assert.equal(await get(), 2);
  });

  it('also keeps undefined', async () => {
    let made = 0;
    const get = lazy(() => {
      made += 1;
      return Promise.resolve(undefined);
    });
    await get();
    await get();
    assert.equal(made, 1);
  });
});
