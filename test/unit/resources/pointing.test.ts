import assert from 'node:assert/strict';
import { describePointing } from '../../../src/resources/pointing';

const own = '203.0.113.5';

describe('Where a domain points', () => {
  for (const [found, server, expected] of [
    [['203.0.113.5'], own, 'shop.example.com points to this server (203.0.113.5).'],
    [
      ['198.51.100.7'],
      own,
      "shop.example.com points to 198.51.100.7, not to this server (203.0.113.5): renewal can't work, unless a proxy there forwards to it.",
    ],
    [
      ['198.51.100.7', '2001:db8::7'],
      own,
      "shop.example.com points to 198.51.100.7, 2001:db8::7, not to this server (203.0.113.5): renewal can't work, unless a proxy there forwards to it.",
    ],
    [
      ['203.0.113.5', '198.51.100.7'],
      own,
      'shop.example.com points to this server (203.0.113.5). It also points to 198.51.100.7: renewal may fail.',
    ],
    [
      ['203.0.113.5', '2001:db8::7'],
      own,
      "shop.example.com points to this server (203.0.113.5). It also points to 2001:db8::7, and it isn't known if that is this server.",
    ],
    [
      ['2001:db8::7'],
      own,
      "shop.example.com points to 2001:db8::7. It isn't known if that is this server (203.0.113.5).",
    ],
    [
      ['2001:db8::5'],
      '2001:0DB8:0:0:0:0:0:5',
      'shop.example.com points to this server (2001:0DB8:0:0:0:0:0:5).',
    ],
    [
      ['198.51.100.7'],
      undefined,
      "shop.example.com points to 198.51.100.7. The server's address isn't known.",
    ],
    [
      ['198.51.100.7'],
      'pending',
      "shop.example.com points to 198.51.100.7. The server's address isn't known.",
    ],
    [[], own, "shop.example.com doesn't point anywhere: renewal can't work."],
  ] as const) {
    it(`is said for ${found.join(', ') || 'nothing'} and the server ${server ?? 'without address'}`, async () => {
      const words = await describePointing('shop.example.com', server, async () => found);
      assert.equal(words, expected);
    });
  }

  for (const [code, expected] of [
    ['ENOTFOUND', "shop.example.com doesn't point anywhere: renewal can't work."],
    ['EAI_AGAIN', "It isn't known where shop.example.com points: it couldn't be looked up."],
  ] as const) {
    it(`is said if looking it up fails with ${code}`, async () => {
      const fails = () => Promise.reject(Object.assign(new Error(code), { code }));
      assert.equal(await describePointing('shop.example.com', own, fails), expected);
    });
  }

  it('is looked up for a wildcard by the name that it stands below', async () => {
    const asked: string[] = [];
    await describePointing('*.shop.example.com', own, async (name) => {
      asked.push(name);
      return [own];
    });
    assert.deepEqual(asked, ['shop.example.com']);
  });
});
