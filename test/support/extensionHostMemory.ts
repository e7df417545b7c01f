import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { waitLimitMs } from './until';
import { findExtensionHosts } from './extensionHost';

/**
 * The memory that the extension host started by this process through a VS Code server retains, in bytes,
 * after garbage collection. Not on Windows, which has no signals.
 */
export async function extensionHostMemory(page: Page): Promise<number> {
  const [host] = await findExtensionHosts();
  if (host === undefined) throw new Error('There is no extension host below this process.');
  // Node.js opens its inspector at this signal, on this port.
  process.kill(host, 'SIGUSR1');
  const url = await findInspector(9229);
  const blank = await page.context().newPage();
  try {
    const { pid, bytes } = await blank.evaluate(askForMemory, url);
    if (pid !== host) throw new Error(`Process ${pid} has the inspector's port, not our host.`);
    return bytes;
  } finally {
    await blank.close();
  }
}

/** Runs in the browser, because Node.js 20 has no WebSocket. */
function askForMemory(url: string): Promise<{ readonly pid: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const ask = (id: number, method: string, params: object = {}): void =>
      socket.send(JSON.stringify({ id, method, params }));
    socket.addEventListener('error', () => reject(new Error('The inspector did not answer.')));
    socket.addEventListener('open', () => ask(1, 'HeapProfiler.collectGarbage'));
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      const { id, result } = JSON.parse(event.data) as {
        id?: number;
        result?: { result?: { value?: string } };
      };
      const expression = 'JSON.stringify([process.pid, process.memoryUsage()])';
      if (id === 1) ask(2, 'Runtime.evaluate', { expression });
      if (id !== 2) return;
      const [pid, { heapUsed, external }] = JSON.parse(result?.result?.value ?? '') as [
        number,
        { heapUsed: number; external: number },
      ];
      resolve({ pid, bytes: heapUsed + external });
      socket.close();
    });
  });
}

async function findInspector(port: number): Promise<string> {
  const deadline = Date.now() + waitLimitMs;
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await response.json()) as readonly { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await setTimeout(50);
  }
}
