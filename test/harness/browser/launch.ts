import { type Browser, chromium } from 'playwright-core';
import { type BrowserExecutable, ensureBundledChromium } from './bundledChromium';
import { findSystemBrowser } from './systemBrowsers';
import { say } from '../system/say';

const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Starts the machine's browser, or the one downloaded for this repository, without a window. The
 * latter also if the machine's doesn't start.
 */
export function launchBrowser(): Promise<Browser> {
  return startFirst(findSystemBrowser(), ensureBundledChromium, launch);
}

/** Downloads a browser on the first call, if the machine has none that starts. */
export async function ensureBrowser(): Promise<void> {
  const browser = await launchBrowser();
  await browser.close();
}

/**
 * Starts the installed browser, or the bundled one if there is none or it doesn't start. The latter is tried twice:
 * on rare occasions it crashes while it starts.
 */
export async function startFirst<T>(
  installed: string | undefined,
  ensureBundled: () => Promise<BrowserExecutable>,
  start: (executable: BrowserExecutable) => Promise<T>,
): Promise<T> {
  if (installed !== undefined) {
    try {
      return await start({ executablePath: installed, env: {} });
    } catch (error) {
      say(`${installed} doesn't start, so the bundled browser is used. ${firstLine(error)}`);
    }
  }
  const bundled = await ensureBundled();
  return start(bundled).catch((error: unknown) => {
    say(`The bundled browser is started once more. ${firstLine(error)}`);
    return start(bundled);
  });
}

function firstLine(error: unknown): string {
  return String(error).split('\n', 1).join('');
}

function launch({ executablePath, env }: BrowserExecutable): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: quietFlags,
    env: { ...process.env, ...env },
    // Our own handlers end this process, and Playwright ends the browser with it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
