import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser/launch';
import { freePort } from '../harness/system/freePort';
import { out } from '../harness/system/paths';
import { SideBar } from '../harness/workbench/sideBar';

/** Whether something listens on a port. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('npm start', () => {
  let browser: Browser;
  let start: ChildProcess;

  before(async () => {
    browser = await launchBrowser();
  });

  after(async () => {
    await browser.close();
    if (start.exitCode === null && start.kill('SIGINT')) await once(start, 'exit');
  });

  it('prints an address at which a browser shows the servers at once, and stops on Ctrl+C', async () => {
    const port = await freePort();
    const script = path.join(out, 'scripts/start.mjs');
    const child = spawn(process.execPath, [script, '--browser', '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    start = child;
    const [address] = await once(createInterface(child.stdout), 'line');
    assert.equal(new URL(String(address)).port, String(port));

    const page = await browser.newPage();
    // Beside other windows, the first start of an extension host takes long.
    page.setDefaultTimeout(100_000);
    await page.goto(String(address));
    const sideBar = new SideBar(page);
    await sideBar.row('shop-frankfurt').waitFor();

    const ended = once(child, 'exit');
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
    // The kernel takes a while to end killed processes.
    while (await listens(port));
  });
});
