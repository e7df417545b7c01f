import assert from 'node:assert/strict';
import { MemoryFolder } from '../../support/memoryFolder';
import { FakeClock } from '../../support/fakeClock';
import {
  countsOf,
  CronService,
  cronAt,
  nothingApplied,
  PendingWindow,
} from '../../support/pending/pendingWorld';
import { WriteError } from '../../../src/documents/writing/outcome';
import { onTopOf, withEdits } from '../../../src/pending/stagedChange';

const ids = [1, 2, 3, 4];

async function openWindow(count = ids.length): Promise<PendingWindow> {
  const window = new PendingWindow();
  for (const id of ids.slice(0, count)) window.service.add(cronAt(1, id), `job ${id}`);
  await window.values.ready();
  return window;
}

describe('Staged changes', () => {
  it('send nothing until applied; then each one is read, written and checked, in order', async () => {
    const window = await openWindow();
    for (const id of ids) await window.stage(cronAt(1, id), { label: `new ${id}` });
    assert.deepEqual(window.service.requests, []);
    assert.equal(window.pending.all.length, 4);

    const applied = await window.apply(undefined, { reason: 'tidying up' });

    assert.deepEqual(countsOf(applied), { ...nothingApplied, done: 4 });
    assert.deepEqual([applied?.applied.length, applied?.left, applied?.later], [4, [], []]);
    assert.deepEqual(
      window.service.requests,
      ids.flatMap((id) => [`GET ${id}`, `PATCH ${id}`, `GET ${id}`]),
    );
    assert.deepEqual(window.pending.all, []);
    assert.deepEqual(new Set(window.reasons), new Set(['tidying up']));
    assert.equal(window.service.at(cronAt(1, 3))['label'], 'new 3');
  });

  it('that arrive later stay until then, and are reported as applied once they do', async () => {
    for (const arrives of [true, false]) {
      const window = await openWindow(1);
      await window.stage(cronAt(1, 1), { label: 'new' });
      const [staged] = window.pending.all;
      let settle: (arrived: [] | undefined) => void = () => undefined;
      const later = new Promise<[] | undefined>((resolve) => (settle = resolve));
      window.change = () =>
        Promise.reject(new WriteError('unknown', { kept: [], arrived: [], later }));
      const applied = await window.apply();
      assert.deepEqual([applied?.done, applied?.unknown], [0, 1]);
      settle(arrives ? [] : undefined);
      const [arrived] = (await Promise.all(applied?.later ?? [])).flat();
      assert.deepEqual(arrived?.staged, arrives ? staged : undefined);
      assert.equal(window.pending.all.length, arrives ? 0 : 1);
    }
  });

  it('of 200 jobs send nothing until applied, and then write each one once, in order on its server', async () => {
    const window = new PendingWindow();
    await window.values.ready();
    const jobs = Array.from({ length: 200 }, (_, index) => cronAt(1 + (index % 4), index + 1));
    for (const job of jobs) {
      window.service.add(job, 'old');
      await window.stage(job, { label: `new ${job.ids[1]}` });
    }
    assert.deepEqual(window.service.requests, []);
    assert.equal((await window.apply())?.done, jobs.length);
    const written = window.service.requests.flatMap((each) => /^PATCH (\d+)/.exec(each)?.[1] ?? []);
    assert.equal(written.length, jobs.length);
    for (const server of [0, 1, 2, 3]) {
      const own = written.map(Number).filter((id) => (id - 1) % 4 === server);
      assert.deepEqual(
        own,
        own.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(own).size, jobs.length / 4);
    }
  });

  it('are available after a restart, and in another window', async () => {
    const folder = new MemoryFolder();
    const service = new CronService();
    service.add(cronAt(1, 1), 'old');
    const first = new PendingWindow(service, folder);
    await first.stage(cronAt(1, 1), { label: 'new', command: 'false' });
    const second = new PendingWindow(service, folder);
    await second.pending.refresh();
    assert.deepEqual(second.pending.all, first.pending.all);
    await second.pending.discard(second.pending.all);
    await first.pending.refresh();
    assert.deepEqual(first.pending.all, []);
  });

  it('of one resource are merged; a restored field is no longer a change', async () => {
    const window = await openWindow(1);
    const job = cronAt(1, 1);
    await window.stage(job, { label: 'new', command: 'false' });
    await window.stage(job, { label: 'newer' });
    assert.deepEqual(
      window.find(job)?.changes.map(({ path, after }) => [path[0], after]),
      [
        ['command', 'false'],
        ['label', 'newer'],
      ],
    );
    await window.stage(job, { label: 'job 1' });
    assert.deepEqual(window.find(job)?.changes.length, 1);
    await window.stage(job, { command: 'true' });
    assert.equal(window.find(job), undefined);
  });

  it('end independently of each other: in conflict, refused, unknown or done', async () => {
    const window = await openWindow();
    await window.stage(cronAt(1, 1), { label: 'new' });
    await window.stage(cronAt(1, 2), { label: '' });
    await window.stage(cronAt(1, 3), { label: 'new' });
    await window.stage(cronAt(1, 4), { label: 'new' });
    window.service.at(cronAt(1, 1))['label'] = 'theirs';
    window.service.nextFault = (method) => {
      const isThird = window.service.requests.at(-1)?.endsWith(' 3') === true;
      const isSent = window.service.requests.includes('PATCH 3');
      return isThird && (method === 'PATCH' || isSent) ? { reason: 'network' } : undefined;
    };

    const applied = await window.apply();

    const ends = { done: 1, conflict: 1, failed: 1, unknown: 1 };
    assert.deepEqual(countsOf(applied), { ...nothingApplied, ...ends });
    assert.deepEqual([applied?.stops.size, applied?.applied.length], [0, 1]);
    assert.deepEqual([applied?.left.length, applied?.later], [3, []]);
    assert.deepEqual(window.states, { 1: 'conflict', 2: 'failed', 3: 'unknown' });
    const refused = window.find(cronAt(1, 2))?.state;
    assert.deepEqual(refused?.type === 'failed' && refused.fields, [
      { path: ['label'], detail: 'A label is required.' },
    ]);
    assert.equal(window.service.at(cronAt(1, 1))['label'], 'theirs');

    // Applying again sends only the rest, and reads before it writes.
    window.service.nextFault = () => undefined;
    window.service.requests.length = 0;
    await window.apply(window.pending.all.filter(({ state }) => state.type === 'unknown'));
    assert.deepEqual(window.service.requests, ['GET 3', 'PATCH 3', 'GET 3']);
    assert.deepEqual(window.states, { 1: 'conflict', 2: 'failed' });
  });

  for (const [reason, isUnsent] of [
    ['unauthorized', false],
    ['rateLimited', false],
    ['network', true],
  ] as const) {
    it(`remain from the point where the service fails: ${reason}`, async () => {
      const window = await openWindow();
      for (const id of ids) await window.stage(cronAt(1, id), { label: `new ${id}` });
      window.service.nextFault = () =>
        window.service.requests.includes('GET 2') ? { reason, isUnsent } : undefined;

      const applied = await window.apply();

      assert.equal(applied?.done, 1);
      assert.equal(applied.pending, 3);
      assert.equal(applied.stops.size, 1);
      assert.deepEqual(window.states, { 2: 'pending', 3: 'pending', 4: 'pending' });
      assert.equal(window.service.requests.length, 4);
    });
  }

  it('remain from the point where the person cancels', async () => {
    const window = await openWindow();
    for (const id of ids) await window.stage(cronAt(1, id), { label: `new ${id}` });
    const stop = new AbortController();
    window.service.onWrite = (reference) => reference.ids.at(-1) === 2 && stop.abort();
    const applied = await window.apply(undefined, { signal: stop.signal });
    assert.equal(applied?.done, 2);
    assert.deepEqual(window.states, { 3: 'pending', 4: 'pending' });
  });

  it("keep an edit made while they're being applied", async () => {
    const window = await openWindow(1);
    const job = cronAt(1, 1);
    await window.stage(job, { label: 'new' });
    let staged: Promise<void> | undefined;
    window.service.onWrite = () => {
      staged ??= window.stage(job, { command: 'false' });
    };
    await window.apply();
    await staged;
    assert.deepEqual(window.find(job)?.state, { type: 'pending' });
    await window.apply();
    assert.equal(window.service.at(job)['command'], 'false');
    assert.deepEqual(window.pending.all, []);
  });
});

describe('Two windows', () => {
  it('never both apply a change', async () => {
    const folder = new MemoryFolder();
    const service = new CronService();
    const windows = [1, 2].map(() => new PendingWindow(service, folder));
    const [one, other] = windows as [PendingWindow, PendingWindow];
    for (const id of ids) {
      service.add(cronAt(1, id), 'old');
      await one.stage(cronAt(1, id), { label: 'new' });
    }
    await other.pending.refresh();

    const applied = await Promise.all(windows.map((window) => window.apply()));

    assert.ok(applied.filter((each) => each !== undefined).length <= 1);
    for (let tries = 0; one.pending.all.length > 0 && tries < 3; tries += 1) await one.apply();
    assert.deepEqual(
      service.requests.filter((each) => each.startsWith('PATCH')).toSorted(),
      ids.map((id) => `PATCH ${id}`),
    );
    // Changes that the other window still shows are gone, and aren't sent again.
    await other.apply(other.pending.all);
    assert.equal(service.requests.filter((each) => each.startsWith('PATCH')).length, 4);
  });

  it('treat a change as unknown if its window closed while applying it', async () => {
    const clock = new FakeClock();
    const folder = new MemoryFolder();
    const service = new CronService();
    service.add(cronAt(1, 1), 'old');
    const closed = new PendingWindow(service, folder, clock);
    await closed.stage(cronAt(1, 1), { label: 'new' });
    assert.equal(await closed.pending.applyLock.acquire(['item/person:a/cronJob/one/1/1']), true);

    const next = new PendingWindow(service, folder, clock);
    await next.pending.refresh();
    assert.deepEqual(next.states, { 1: 'pending' });
    assert.equal(await next.apply(), undefined);
    // The closed window doesn't renew its lock.
    const later = new FakeClock(clock.now() + 61_000);
    const last = new PendingWindow(service, folder, later);
    await last.pending.refresh();
    assert.deepEqual(last.states, { 1: 'unknown' });
    await last.apply();
    assert.equal(service.at(cronAt(1, 1))['label'], 'new');
    assert.deepEqual(last.pending.all, []);
  });
});

describe('A staged change edited next to the live state', () => {
  const changes = [
    { path: ['label'], before: 'old', after: 'mine' },
    { path: ['command'], before: 'true', after: 'false' },
  ];
  const live = { label: 'theirs', command: 'true', username: 'root' };

  it('starts from the live values in edited fields, and stays in conflict in others', () => {
    const mine = { label: 'mine', command: 'date', username: 'root' };
    assert.deepEqual(withEdits({ changes }, live, mine), [
      changes[0],
      { path: ['command'], before: 'true', after: 'date' },
    ]);
    assert.deepEqual(withEdits({ changes }, live, { ...mine, label: 'ours' }), [
      { path: ['label'], before: 'theirs', after: 'ours' },
      { path: ['command'], before: 'true', after: 'date' },
    ]);
  });

  it("starts from others' values once the person accepts them", () => {
    assert.deepEqual(onTopOf(live, changes), [
      { path: ['label'], before: 'theirs', after: 'mine' },
      { path: ['command'], before: 'true', after: 'false' },
    ]);
  });
});
