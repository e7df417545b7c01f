import assert from 'node:assert/strict';
import { keptTasks } from '../../../src/actions/watches';
import { keptDrafts } from '../../../src/documents/drafts/storedDraft';
import { documentStates, keptProposals } from '../../../src/documents/openDocument';
import { keptChanges, keptFilters, keptFollowed } from '../../../src/panels/page/messages';
import { type KeptSort, KeptValues } from '../../../src/resources/storage/stored';
import { MemoryValues } from '../../support/explorerWorld';

const subject = { account: 'one', kind: 'server', ids: [1] };
const toDraft = (type: string): object => {
  return { text: '{}', at: 1, state: { type, sent: { content: {}, text: '{}' } } };
};
const filters = {
  filter: { account: '', tag: 'shop', provider: '', region: '' },
  schedule: { server: '', user: 'root', text: '' },
};

/** As earlier versions stored them. */
const stored: readonly (readonly [
  Omit<KeptSort<unknown>, 'mask'>,
  prefix: string,
  key: string,
  value: unknown,
  read?: unknown,
])[] = [
  [documentStates, 'document:', '/a', { openedAt: 7, contested: [['hour']] }],
  [keptDrafts, 'draft:', '/one/new/1', toDraft('unclear'), toDraft('unknown')],
  [keptDrafts, 'draft:', '/one/new/2', toDraft('created'), toDraft('done')],
  [keptChanges, 'panel:', '/a', [{ id: 'name', from: 'web', to: 'shop' }]],
  [keptProposals, 'proposal:', 'server-management:/a', true],
  [keptTasks, '', 'watchedTasks', [{ id: '1', kind: 'cache', subject, startedAt: 1, before: {} }]],
  [keptFollowed, 'follow.', 'open', [['/a', '/b']]],
  [keptFilters, 'fleet.', 'filters', filters],
];

describe('What an earlier version kept of a window', () => {
  for (const [sort, prefix, key, value, read = value] of stored) {
    it(`is read and removed at "${prefix}${key}"`, async () => {
      const storage = new MemoryValues();
      await storage.update(prefix + key, value);
      const kept = new KeptValues(storage, sort, assert.fail);
      assert.deepEqual(kept.get(key), read);
      assert.deepEqual(kept.keys, [key]);
      await kept.set(key, undefined);
      assert.equal(storage.entries.size, 0);
    });
  }
});
