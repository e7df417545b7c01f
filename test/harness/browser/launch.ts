import { type Browser, chromium } from 'playwright-core';
import { ensureBundledChromium } from './bundledChromium';
import { findSystemBrowser } from './systemBrowsers';

const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the machine's browser, or the one that is downloaded for this repository, without a window. */
export async function launchBrowser(): Promise<Browser> {
  const found = findSystemBrowser();
  const { executablePath, env } =
    found === undefined ? await ensureBundledChromium() : { executablePath: found, env: {} };
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
