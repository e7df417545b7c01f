import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser/launch';
import { out, root } from './system/paths';
import { makeTemporaryFolder, type TemporaryFolder } from './system/temporaryFolder';
import { workbenchAddress } from './vscode/address';
import { installExtension } from './vscode/installExtension';
import type { VscodeRelease } from './vscode/releases';
import { startVscodeServer, type VscodeServer } from './vscode/server';
import { quietSettings, restrictedSettings, type Settings } from './vscode/userSettings';
import { Editors } from './workbench/editors';
import { Messages } from './workbench/messages';
import { patienceMs } from './workbench/patience';
import { QuickInput } from './workbench/quickInput';
import { SideBar } from './workbench/sideBar';
import { storeDelayMs, storeEverything } from './workbench/storage';

/** How a workbench is opened; everything has a default. */
export interface WorkbenchOptions {
  /** The person's settings, application-scoped ones too, on top of those that keep VS Code quiet. */
  readonly settings?: Settings;
  /** The folder that is open (an absolute path); an empty window without it. */
  readonly folder?: string;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The size of the window in pixels; 1280 by 800 without it. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** A colour theme by its id, such as `Dark 2026` or `Default High Contrast`; a light one without it. */
  readonly theme?: string;
  /** The folder of the extension to use in place of this repository's. */
  readonly extension?: string;
  /** Whether the folder is not trusted (Restricted Mode). */
  readonly isRestricted?: boolean;
  /** A packed extension (.vsix) to install; the extension of this repository, from source, without it. */
  readonly packed?: string;
  /** The folders of further extensions, beside the one from source. */
  readonly beside?: readonly string[];
  /** The language of everything that extensions show, such as `de`; English without it. */
  readonly language?: string;
  /** Which VS Code; the newest without it. */
  readonly release?: VscodeRelease;
}

/** When to try again to leave a window, in milliseconds: VS Code puts unsaved text away a second after it was asked. */
const askAgainMs = 1_500;

const openWorkbenches = new Set<Workbench>();

/** Takes a picture of every workbench that is open: what a person would have seen when a test failed. */
export async function takePictures(name: string): Promise<void> {
  for (const workbench of openWorkbenches) console.log(await workbench.screenshot(name));
}

/** Opens a VS Code with the extension of this repository and data of its own; `close` it after use. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { settings, theme, beside = [], viewport = { width: 1280, height: 800 } } = options;
  const data = makeTemporaryFolder('workbench');
  if (options.packed !== undefined) {
    await installExtension(options.packed, data.path, options.release);
  }
  const server = await startVscodeServer({
    dataFolder: data.path,
    release: options.release,
    installed: options.packed === undefined ? [options.extension ?? root, ...beside] : [],
    settings: {
      ...quietSettings,
      ...(options.isRestricted ? restrictedSettings : {}),
      ...(theme === undefined ? {} : { 'workbench.colorTheme': theme }),
      ...settings,
    },
    isRestricted: options.isRestricted ?? false,
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const browser = await launchBrowser();
  const context = await browser.newContext({
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (options.language !== undefined) await context.addInitScript(speak, options.language);
  const page = await openPage(context);
  const workbench = new Workbench({ page, server, data, options });
  openWorkbenches.add(workbench);
  await workbench.show();
  return workbench;
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  // Also to the question whether to leave a window; that navigation fails then.
  page.on('dialog', (dialog) => void dialog.dismiss());
  return page;
}

/** A window of VS Code, to be used as a person would use it. */
export class Workbench {
  /** Playwright's view of the window, for all that the helpers do not offer. */
  readonly page: Page;
  readonly sideBar: SideBar;
  readonly quickInput: QuickInput;
  readonly editors: Editors;
  readonly messages: Messages;
  readonly #data: TemporaryFolder;
  readonly #options: WorkbenchOptions;
  #server: VscodeServer;

  /** For `openWorkbench`. */
  constructor(parts: {
    readonly page: Page;
    readonly server: VscodeServer;
    readonly data: TemporaryFolder;
    readonly options: WorkbenchOptions;
  }) {
    this.page = parts.page;
    this.#server = parts.server;
    this.#data = parts.data;
    this.#options = parts.options;
    this.sideBar = new SideBar(this.page);
    this.quickInput = new QuickInput(this.page);
    this.editors = new Editors(this.page, this.quickInput);
    this.messages = new Messages(this.page);
  }

  /** The server that the window belongs to; another one after `restart`, at the same address. */
  get server(): VscodeServer {
    return this.#server;
  }

  /** Where the server keeps everything: user data, extensions' storage, logs. */
  get dataFolder(): string {
    return this.#data.path;
  }

  /** Takes a picture of the window into out/screenshots/ and returns its file. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(out, 'screenshots', `${name}.png`);
    await this.page.screenshot({ path: file, animations: 'disabled' });
    return file;
  }

  /** Reloads the window, as *Developer: Reload Window* does: everything but the extension host is kept. */
  async reload(): Promise<void> {
    await this.leave();
    await this.show();
  }

  /** Quits VS Code and starts it with the same data: settings, secrets, storage, open and unsaved editors. */
  async restart(): Promise<void> {
    await this.leave();
    const { port } = this.#server;
    await this.#server.stop();
    const { env, isRestricted = false, release } = this.#options;
    this.#server = await startVscodeServer({
      dataFolder: this.#data.path,
      release,
      // The browser keeps its part of the data by the address.
      port,
      isRestricted,
      ...(env === undefined ? {} : { env }),
    });
    await this.show();
  }

  /** Opens another window of the same VS Code, with the same data; it ends with this one. */
  async openAnother(): Promise<Workbench> {
    const page = await openPage(this.page.context());
    const other = new Workbench({
      page,
      server: this.#server,
      data: this.#data,
      options: this.#options,
    });
    await other.show();
    return other;
  }

  /** Ends VS Code and forgets its data. */
  async close(): Promise<void> {
    openWorkbenches.delete(this);
    await this.page.context().browser()?.close();
    await this.#server.stop();
    this.#data.remove();
  }

  /** Brings the window up, after it was left; `openWorkbench` did that already. */
  async show(): Promise<void> {
    const { folder } = this.#options;
    await this.page.goto(workbenchAddress(this.#server, folder === undefined ? {} : { folder }));
    await this.sideBar.icons.first().waitFor();
  }

  /**
   * Leaves the window once VS Code has stored what it keeps of it, which it otherwise does some seconds
   * after a change; it asks to stay while it has not put unsaved text away, which we then do.
   */
  async leave(): Promise<void> {
    await this.page.evaluate(storeEverything, storeDelayMs);
    const deadline = performance.now() + patienceMs;
    while (this.page.url() !== 'about:blank') {
      await this.page.goto('about:blank').catch(async (error: unknown) => {
        if (performance.now() > deadline) throw error;
        await setTimeout(askAgainMs);
      });
    }
  }
}

/** Runs in the window before VS Code, which reads its language there. */
function speak(language: string): void {
  Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
}
