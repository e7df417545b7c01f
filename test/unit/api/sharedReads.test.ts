import assert from 'node:assert/strict';
import { SharedReads } from '../../../src/api/scheduling/scheduler';
import { settle } from '../../support/fakeClock';

/** Reads that a test settles by hand. */
function setUp() {
  const reads = new SharedReads();
  const started: {
    signal: AbortSignal;
    give(value: string): void;
    fail(error: Error): void;
  }[] = [];
  const start = (signal: AbortSignal): Promise<string> =>
    new Promise((give, fail) => {
      started.push({ signal, give, fail });
    });
  const read = (key: string, signal?: AbortSignal): Promise<string> =>
    reads.read(key, start, signal);
  return { started, read, reads };
}

describe('SharedReads', () => {
  it('starts one read for equal ones at the same time', async () => {
    const { started, read } = setUp();
    const both = Promise.all([read('a'), read('a')]);
    started[0]?.give('value');
    assert.deepEqual(await both, ['value', 'value']);
    assert.equal(started.length, 1);
  });

  it('keeps different reads apart', () => {
    const { started, read } = setUp();
    void read('a');
    void read('b');
    assert.equal(started.length, 2);
  });

  it('reads anew after a write, even if an older read is still running', async () => {
    const { started, read, reads } = setUp();
    const before = read('a');
    reads.close();
    const after = read('a');
    started[0]?.give('old');
    started[1]?.give('new');
    assert.deepEqual(await Promise.all([before, after]), ['old', 'new']);
  });

  it("reads anew once a read is over, because it isn't a cache", async () => {
    const { started, read } = setUp();
    const first = read('a');
    started[0]?.give('old');
    await first;
    void read('a');
    assert.equal(started.length, 2);
  });

  it('passes a failure to every reader, and reads anew afterwards', async () => {
    const { started, read } = setUp();
    const first = assert.rejects(read('a'), /broken/);
    const second = assert.rejects(read('a'), /broken/);
    started[0]?.fail(new Error('broken'));
    await Promise.all([first, second]);
    void read('a');
    assert.equal(started.length, 2);
  });

  it('continues for the others when one reader cancels', async () => {
    const { started, read } = setUp();
    const stop = new AbortController();
    const impatient = assert.rejects(read('a', stop.signal), /enough/);
    const patient = read('a');
    stop.abort(new Error('enough'));
    await impatient;
    assert.equal(started[0]?.signal.aborted, false);
    started[0]?.give('value');
    assert.equal(await patient, 'value');
  });

  it('stops the read when its last reader cancels, and the next one starts anew', async () => {
    const { started, read } = setUp();
    const stops = [new AbortController(), new AbortController()];
    const given = stops.map((stop) => assert.rejects(read('a', stop.signal), /enough/));
    for (const stop of stops) stop.abort(new Error('enough'));
    await Promise.all(given);
    assert.equal(started[0]?.signal.aborted, true);

    const next = read('a');
    started[0]?.fail(new Error('late'));
    await settle();
    void read('a');
    assert.equal(started.length, 2, 'the late end of the old read must not forget the new one');
    started[1]?.give('value');
    assert.equal(await next, 'value');
  });

  it("continues to the end if its first reader can't cancel", async () => {
    const { started, read } = setUp();
    const patient = read('a');
    const stop = new AbortController();
    const impatient = assert.rejects(read('a', stop.signal), /enough/);
    stop.abort(new Error('enough'));
    await impatient;
    assert.equal(started[0]?.signal.aborted, false);
    started[0]?.give('value');
    assert.equal(await patient, 'value');
  });

  it("doesn't start if the signal is already aborted", async () => {
    const { started, read } = setUp();
    await assert.rejects(read('a', AbortSignal.abort(new Error('before'))), /before/);
    assert.equal(started.length, 0);
  });
});
