import assert from 'node:assert/strict';
import { parseLink, placeIn, referenceOf, targetOf } from '../../../src/resources/link';

describe('The link of a workspace', () => {
  it('is read from a setting that anyone may have written', () => {
    const link = { account: 'shop', server: 1, webApplication: 'a' };
    assert.deepEqual(parseLink({ ...link, token: 'x' }), link);
    assert.deepEqual(parseLink({ account: 'shop', server: 1 }), { account: 'shop', server: 1 });
    assert.deepEqual(parseLink({ account: 'shop', webApplication: 1 }), { account: 'shop' });
    assert.deepEqual(parseLink({ account: 'shop', server: 1.5 }), { account: 'shop' });
    for (const broken of [null, undefined, [], 'shop', { account: '' }, { account: 7 }, {}]) {
      assert.equal(parseLink(broken), undefined);
    }
  });

  it('leads to the innermost resource that it names', () => {
    const account = 'shop';
    assert.deepEqual(targetOf({ account }), { account, kind: 'server', parents: [] });
    assert.deepEqual(targetOf({ account, server: 1 }), { account, kind: 'server', ids: [1] });
    const application = { account, kind: 'webApplication', ids: [1, 2] } as const;
    assert.deepEqual(targetOf({ account, server: 1, webApplication: 2 }), application);
    assert.deepEqual(referenceOf({ account, server: 1, webApplication: 2 }), application);
    assert.equal(referenceOf({ account }), undefined);
  });

  it('is the place for resources directly below it, and for none deeper', () => {
    const account = 'shop';
    const whole = { account, server: 1, webApplication: 2 };
    assert.deepEqual(placeIn({ account }, 'server'), { account, kind: 'server', parents: [] });
    assert.equal(placeIn({ account }, 'cronJob'), undefined);
    const jobs = { account, kind: 'cronJob', parents: [1] };
    assert.deepEqual(placeIn({ account, server: 1 }, 'cronJob'), jobs);
    assert.deepEqual(placeIn(whole, 'cronJob'), jobs);
    assert.deepEqual(placeIn(whole, 'domain'), { account, kind: 'domain', parents: [1, 2] });
    assert.equal(placeIn({ account, server: 1 }, 'domain'), undefined);
  });
});
