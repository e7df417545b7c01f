import assert from 'node:assert/strict';
import type { BrowserExecutable } from '../../harness/browser/bundledChromium';
import { startFirst } from '../../harness/browser/launch';

describe('The browser', () => {
  const bundled: BrowserExecutable = { executablePath: '/bundled', env: { FONTS: '/fonts' } };
  const ensureBundled = (): Promise<BrowserExecutable> => Promise.resolve(bundled);

  it("is the machine's, without a download", async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('downloaded'));
    const started = await startFirst('/usr/bin/chromium', refuse, (each) => Promise.resolve(each));
    assert.deepEqual(started, { executablePath: '/usr/bin/chromium', env: {} });
  });

  it('is the bundled one if the machine has none that starts', async () => {
    const start = (each: BrowserExecutable): Promise<BrowserExecutable> =>
      each === bundled ? Promise.resolve(each) : Promise.reject(new Error('libnss3 is missing'));
    assert.equal(await startFirst('/usr/bin/chromium', ensureBundled, start), bundled);
    assert.equal(await startFirst(undefined, ensureBundled, start), bundled);
  });

  it('is started once more if it crashes, and only once', async () => {
    let starts = 0;
    const crash = (): Promise<never> => Promise.reject(new Error(`crash ${(starts += 1)}`));
    const crashOnce = (each: BrowserExecutable): Promise<BrowserExecutable> =>
      starts === 0 ? crash() : Promise.resolve(each);
    assert.equal(await startFirst(undefined, ensureBundled, crashOnce), bundled);
    starts = 0;
    await assert.rejects(startFirst(undefined, ensureBundled, crash), /crash 2/);
  });
});
