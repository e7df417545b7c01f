import assert from 'node:assert/strict';
import { keptProposals } from '../../../src/documents/openDocument';
import { KeptValues } from '../../../src/resources/storage/stored';
import { MemoryValues } from '../../support/explorerWorld';

describe('A text that a language model proposed', () => {
  const storage = new MemoryValues();
  const start = (): KeptValues<true> => new KeptValues(storage, keptProposals);

  it("is still recognized after a restart, until it's saved, reverted or closed", async () => {
    await start().set('server-management:/a/cron-jobs/1', true);
    assert.ok(start().get('server-management:/a/cron-jobs/1'));
    assert.ok(!start().get('server-management:/a/cron-jobs/2'));
    await start().set('server-management:/a/cron-jobs/1', undefined);
    assert.ok(!start().get('server-management:/a/cron-jobs/1'));
    assert.equal(storage.entries.size, 0);
  });
});
