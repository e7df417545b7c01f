import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import { cronAt, type Fault, PendingWindow } from '../../support/pending/pendingWorld';

/** What may go wrong; three of ten requests meet one of these. */
const faults: readonly Fault[] = [
  { reason: 'unauthorized' },
  { reason: 'rateLimited' },
  { reason: 'forbidden' },
  { reason: 'server' },
  { reason: 'server', isApplied: true },
  { reason: 'timeout' },
  { reason: 'timeout', isApplied: true },
  { reason: 'network', isUnsent: true },
  { reason: 'network' },
  { reason: 'network', isApplied: true },
  { reason: 'contract', isApplied: true },
];

const fields = ['label', 'username', 'command'] as const;

const story = fc.record({
  items: fc.array(
    fc.record({
      server: fc.integer({ min: 1, max: 2 }),
      field: fc.constantFrom(...fields),
      value: fc.constantFrom('one', 'two', ''),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  /** Per request: in three of ten cases, the index of a fault. */
  fates: fc.array(
    fc.oneof(
      { weight: 7, arbitrary: fc.constant(-1) },
      { weight: 3, arbitrary: fc.nat(faults.length - 1) },
    ),
    { minLength: 40, maxLength: 40 },
  ),
  /** Per read: the field that someone else changes just before it. */
  others: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...fields) },
    ),
    { minLength: 40, maxLength: 40 },
  ),
});

describe('Applying staged changes despite faults and changes by others', () => {
  const count = { applied: 0, conflicts: 0, left: 0 };
  law(
    'gives each change one state, reverts nothing unseen, and is completed by applying again',
    { runs: 250, counts: count },
    fc.asyncProperty(story, async ({ items, fates, others }) => {
      const window = new PendingWindow();
      const { service, pending } = window;
      const jobs = items.map(({ server }, index) => cronAt(server, index + 1));
      for (const [index, job] of jobs.entries()) service.add(job, `job ${index + 1}`);
      for (const [index, { field, value }] of items.entries()) {
        const job = jobs[index];
        if (job) await window.stage(job, { [field]: value });
      }
      let isQuiet = false;
      let requests = 0;
      let changes = 0;
      /** The last value written by someone else, by job and field. */
      const written = new Map<string, string>();
      service.nextFault = () => {
        requests += 1;
        return isQuiet ? undefined : faults[fates[requests] ?? -1];
      };
      service.before = (method, reference) => {
        const field = isQuiet || method !== 'GET' ? undefined : others[requests];
        if (field === undefined) return;
        changes += 1;
        service.at(reference)[field] = `theirs ${changes}`;
        written.set(`${reference.ids.join('/')} ${field}`, `theirs ${changes}`);
      };
      service.onWrite = (reference, row, body) => {
        for (const field of fields) {
          const theirs = written.get(`${reference.ids.join('/')} ${field}`);
          const isTheirs = theirs !== undefined && row[field] === theirs;
          assert.ok(!isTheirs || body[field] === theirs, `${field}: ${theirs} was undone unseen`);
        }
      };

      const before = pending.all.length;
      const applied = await window.apply();
      assert.ok(applied);
      const { done, conflict, failed, unknown, pending: left } = applied;
      assert.equal(done + conflict + failed + unknown + left, before);
      assert.equal(pending.all.length, before - done);
      const counted = { conflict: 0, failed: 0, unknown: 0, pending: 0, drifted: 0 };
      for (const { state } of pending.all) counted[state.type] += 1;
      assert.deepEqual(counted, { conflict, failed, unknown, pending: left, drifted: 0 });

      // Without other writers and failures, applying again completes the rest.
      isQuiet = true;
      await window.apply();
      for (const { state, reference, changes: staged } of pending.all) {
        const [change] = staged;
        const field = change?.path[0] ?? '';
        if (state.type === 'failed')
          assert.equal(change?.after, '', 'only a refused change may remain');
        else {
          assert.equal(state.type, 'conflict');
          assert.ok(written.has(`${reference.ids.join('/')} ${field}`), 'no one else wrote it');
        }
      }
      count.applied += before - pending.all.length;
      count.left += pending.all.length;
      count.conflicts += conflict;
    }),
  );
});
