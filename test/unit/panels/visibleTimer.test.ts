import assert from 'node:assert/strict';
import { FakeClock } from '../../support/fakeClock';
import { PanelReading } from '../../../src/panels/panelReading';
import type { PanelContext, PanelReader } from '../../../src/panels/panelKind';
import { eachTest } from '../../support/eachTest';

const minute = 60_000;
const server = { account: 'service', kind: 'server', ids: [1] } as const;

class CountingReader implements PanelReader {
  samples = 0;
  redraws = 0;

  async load(): Promise<void> {}

  async sample(): Promise<void> {
    this.samples += 1;
  }

  dependsOn(): boolean {
    return true;
  }

  async redraw(): Promise<void> {
    this.redraws += 1;
  }
}

describe('A panel that samples what it shows', () => {
  let reading: PanelReading;

  const clock = eachTest(() => new FakeClock());
  const reader = eachTest(() => new CountingReader());
  beforeEach(async () => {
    const done = async (): Promise<void> => undefined;
    reading = new PanelReading(reader, {} as PanelContext, server, clock, {
      show: done,
      fail: done,
      showBusy: done,
    });
    await reading.load();
  });

  it("samples once a minute while it's visible", async () => {
    reading.showed(true);
    await clock.advance(minute - 1);
    assert.equal(reader.samples, 0);
    await clock.advance(1);
    assert.equal(reader.samples, 1);
    await clock.advance(5 * minute);
    assert.equal(reader.samples, 6);
  });

  it('pauses while it is hidden, and catches up with one sample', async () => {
    reading.showed(true);
    await clock.advance(minute);
    reading.showed(false);
    await clock.advance(60 * minute);
    assert.equal(reader.samples, 1);
    assert.equal(clock.pending, 0);
    reading.showed(true);
    await clock.advance(0);
    assert.equal(reader.samples, 2);
    await clock.advance(minute - 1);
    assert.equal(reader.samples, 2);
  });

  it("doesn't sample more often when its tab is shown repeatedly", async () => {
    for (let time = 0; time < 120; time += 1) {
      reading.showed(true);
      await clock.advance(500);
      reading.showed(false);
      await clock.advance(500);
    }
    assert.ok(reader.samples <= 2, `${reader.samples}`);
  });

  it('waits a minute after a full read', async () => {
    reading.showed(true);
    await clock.advance(minute - 1);
    await reading.load();
    await clock.advance(minute - 1);
    assert.equal(reader.samples, 0);
  });

  it('follows changes, except during a full read', async () => {
    const collection = { account: 'service', kind: 'service', parents: [1] } as const;
    await reading.follow({ collection });
    assert.equal(reader.redraws, 1);
    const loading = reading.load();
    await reading.follow({ collection });
    await loading;
    assert.equal(reader.redraws, 1);
  });

  it('ends when it is closed', async () => {
    reading.showed(true);
    reading.dispose();
    await clock.advance(10 * minute);
    assert.deepEqual([reader.samples, clock.pending], [0, 0]);
  });
});
