import assert from 'node:assert/strict';
import { Proposals } from '../../../src/documents/proposals';

describe('A text that a language model proposed', () => {
  const stored = new Map<string, unknown>();
  const start = (): Proposals =>
    new Proposals({
      get: (key) => stored.get(key),
      update: async (key, value) => {
        if (value === undefined) stored.delete(key);
        else stored.set(key, value);
      },
    });

  beforeEach(() => stored.clear());

  it("is still recognized after a restart, until it's saved, reverted or closed", async () => {
    await start().add('server-management:/a/cron-jobs/1');
    assert.ok(start().has('server-management:/a/cron-jobs/1'));
    assert.ok(!start().has('server-management:/a/cron-jobs/2'));
    await start().forget('server-management:/a/cron-jobs/1');
    assert.ok(!start().has('server-management:/a/cron-jobs/1'));
    assert.equal(stored.size, 0);
  });
});
