import type { BenchWindow } from '../benchWindow';
import type { Figure, Run } from '../figure';
import { extensionHostMemory } from '../../support/extensionHostMemory';

const servers = 10_000;
const megabyte = 1024 * 1024;

/** How much the extension host grows with all servers in the tree, compared with a tree that keeps every answer. */
export async function measureMemory(
  window: BenchWindow,
  count: number,
): Promise<readonly Figure[]> {
  await window.serve(servers);
  const runs: Run[] = [];
  while (runs.length < count) {
    runs.push(await measureOnce(window));
  }
  const name = `memory of ${servers.toLocaleString('en')} servers`;
  const limit = 60;
  return [
    { name, unit: 'MB', floor: 'a static tree that keeps every answer', runs },
    {
      name,
      unit: 'MB',
      floor: 'its limit',
      runs: runs.map(({ ours }) => ({ ours, floor: limit })),
      target: 1,
    },
  ];
}

async function measureOnce(window: BenchWindow): Promise<Run> {
  await window.renew();
  const { page, sideBar, quickInput, messages } = window.workbench;
  await sideBar.open('Server Management');
  await sideBar.row('shop-frankfurt').waitFor();
  const before = await extensionHostMemory(page);
  await quickInput.runCommand('Server Management: Load All');
  await messages.notification('Loading all').waitFor();
  await messages.notification('Loading all').waitFor({ state: 'detached' });
  await sideBar.hasRows(servers);
  const between = await extensionHostMemory(page);
  await sideBar.open('Static kept');
  await sideBar.row('kept 1').waitFor();
  await sideBar.hasRows(servers);
  const after = await extensionHostMemory(page);
  return { ours: (between - before) / megabyte, floor: (after - between) / megabyte };
}
