import type { BrowserContext } from 'playwright-core';

/**
 * Delivers what arrives on web sockets as plain memory. VS Code takes it as blobs, and reading each of its
 * many small messages through the browser's main process takes longer than handling it.
 */
export async function deliverDirectly(context: BrowserContext): Promise<void> {
  await context.addInitScript(receiveMemory);
}

/** Runs in each page before its own scripts. */
function receiveMemory(): void {
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.binaryType = 'arraybuffer';
    }
  };
  globalThis.FileReader = class extends FileReader {
    override readAsArrayBuffer(data: Blob | ArrayBuffer): void {
      if (data instanceof Blob) {
        super.readAsArrayBuffer(data);
        return;
      }
      queueMicrotask(() => {
        Object.defineProperty(this, 'result', { value: data, configurable: true });
        this.dispatchEvent(new ProgressEvent('load'));
      });
    }
  };
}
