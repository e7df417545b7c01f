import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { isIp, isIpOrRange } from '../../../src/resources/network/ipRange';

describe('IP addresses', () => {
  it('are recognized among other texts', () => {
    for (const text of ['203.0.113.7', '::1', '2001:db8::1']) assert.equal(isIp(text), true, text);
    for (const text of ['', '1.2.3', '1.2.3.256', 'example.org', '1:2', '::1]/x', '::g']) {
      assert.equal(isIp(text), false, text);
    }
  });

  it('agree with the platform', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
        if (isIP(text) !== 0) assert.equal(isIp(text), true);
      }),
    );
  });

  it('may be ranges', () => {
    for (const text of ['192.0.2.0/24', '::/0', '10.0.0.1']) assert.equal(isIpOrRange(text), true);
    for (const text of ['192.0.2.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '/8']) {
      assert.equal(isIpOrRange(text), false, text);
    }
  });
});
