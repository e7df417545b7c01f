import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeExtensions, ours } from './extensions';
import { HostCalls } from './hostCalls';
import { freePort } from '../harness/system/freePort';
import { makeTemporaryFolder } from '../harness/system/temporaryFolder';
import { openWorkbench, type Workbench } from '../harness/workbench';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { eventually } from '../support/eventually';
import { addAccount } from '../support/accountSteps';

const token = 'bench';

/** A window with the extension, the extensions it's compared with, and an account of a service of any size. */
export interface BenchWindow {
  readonly workbench: Workbench;
  readonly host: HostCalls;
  /** The account's id. */
  readonly account: string;
  /** The current service. */
  readonly service: Sandbox;
  /** Restarts the service at the same address, with this many servers. */
  serve(servers: number): Promise<void>;
  /** Reloads the window: a new extension host, with nothing activated and no remembered tree. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the window. The extension must be built for release. */
export async function openBenchWindow(): Promise<BenchWindow> {
  const port = await freePort();
  const start = (servers: number): Promise<Sandbox> =>
    startSandbox({ port, token, servers, rateLimit: { limit: 1_000_000 } });
  let service = await start(40);
  const host = new HostCalls();
  await host.start();
  const folder = makeTemporaryFolder('bench');
  const workbench = await openWorkbench({
    hasAllExtensions: true,
    isDrawn: true,
    beside: await makeExtensions(folder.path),
    env: { BENCH_URL: host.url, BENCH_SERVICE: service.url, BENCH_TOKEN: token },
  });
  await workbench.sideBar.open('Server Management');
  await addAccount(workbench, {
    url: service.url,
    token,
    label: 'Bench',
    environment: 'development',
  });
  await workbench.sideBar.row('shop-frankfurt').waitFor();
  const account = await readAccountId(workbench);
  const storage = path.join(workbench.dataFolder, 'data/User/globalStorage', ours);
  return {
    workbench,
    host,
    account,
    get service() {
      return service;
    },
    async serve(servers) {
      await service.close();
      service = await start(servers);
    },
    async renew() {
      await workbench.sideBar.open('Explorer');
      host.leave();
      await workbench.leave();
      const stored = await readdir(storage).catch(() => []);
      await Promise.all(stored.map((name) => rm(path.join(storage, name), { recursive: true })));
      await workbench.show();
    },
    async close() {
      await workbench.close();
      await host.stop();
      await service.close();
      folder.remove();
    },
  };
}

/** The account's id, with which links to its resources begin; it ends in random characters. */
async function readAccountId({ page, sideBar, quickInput }: Workbench): Promise<string> {
  await sideBar.chooseInMenu('shop-frankfurt', 'Copy…');
  await quickInput.pick('Link');
  let id: string | undefined;
  await eventually(async () => {
    const link = await page.evaluate(() => navigator.clipboard.readText());
    id = /\/(bench-[0-9a-f]+)\/servers\//.exec(link)?.[1];
    assert.ok(id, link);
  });
  return id ?? '';
}
