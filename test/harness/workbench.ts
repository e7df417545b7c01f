import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { stopAnimations } from './browser/animations';
import { deliverDirectly } from './browser/directMessages';
import { launchBrowser } from './browser/launch';
import { drawNothing, seenStyle } from './browser/unseen';
import { out, root } from './system/paths';
import { makeTemporaryFolder, type TemporaryFolder } from './system/temporaryFolder';
import { workbenchAddress } from './vscode/address';
import { installExtension } from './vscode/installExtension';
import type { VscodeRelease } from './vscode/releases';
import { startVscodeServer, type VscodeServer } from './vscode/server';
import { quietSettings, restrictedSettings, type Settings } from './vscode/userSettings';
import { Editors } from './workbench/editors';
import { Messages } from './workbench/messages';
import { waitTimeoutMs } from './workbench/waitTimeout';
import { QuickInput } from './workbench/quickInput';
import { SideBar } from './workbench/sideBar';
import { storeDelayMs, storeEverything } from './workbench/storage';

/** How a workbench is opened; everything has a default. */
export interface WorkbenchOptions {
  /** The person's settings, including application-scoped ones, in addition to those that keep VS Code quiet. */
  readonly settings?: Settings;
  /** The folder to open (an absolute path); an empty window if absent. */
  readonly folder?: string;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The size of the window in pixels; defaults to 1280 by 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Whether the folder is not trusted (Restricted Mode). */
  readonly isRestricted?: boolean;
  /** A packed extension (.vsix) to install; defaults to this repository's, from source. */
  readonly packed?: string;
  /** The folders of further extensions, in addition to the one from source. */
  readonly beside?: readonly string[];
  /** The language of everything that extensions show, such as `de`; defaults to English. */
  readonly language?: string;
  /** The release of VS Code; defaults to the newest. */
  readonly release?: VscodeRelease;
  /** Whether VS Code has all its own extensions; only those that tests use without it. */
  readonly hasAllExtensions?: boolean;
  /** Whether the window is drawn all the time, as for a person, and not only for `screenshot`. */
  readonly isDrawn?: boolean;
}

/** When to retry leaving a window, in milliseconds: VS Code backs up unsaved text after a second. */
const askAgainMs = 1_500;

const openWorkbenches = new Set<Workbench>();

/** Takes a screenshot of every open workbench, showing what a person would have seen when a test failed. */
export async function takePictures(name: string): Promise<void> {
  for (const workbench of openWorkbenches) console.log(await workbench.screenshot(name));
}

/** Opens a VS Code with the extension of this repository and data of its own; `close` it after use. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { settings, beside = [], viewport = { width: 1280, height: 800 } } = options;
  const data = makeTemporaryFolder('workbench');
  if (options.packed !== undefined) {
    await installExtension(options.packed, data.path, options.release);
  }
  const server = await startVscodeServer({
    dataFolder: data.path,
    release: options.release,
    installed: options.packed === undefined ? [root, ...beside] : [],
    settings: {
      ...quietSettings,
      ...(options.isRestricted ? restrictedSettings : {}),
      ...settings,
    },
    isRestricted: options.isRestricted ?? false,
    fewExtensions: !options.hasAllExtensions,
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const browser = await launchBrowser();
  const context = await browser.newContext({
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await stopAnimations(context);
  await deliverDirectly(context);
  if (!options.isDrawn) await drawNothing(context);
  if (options.language !== undefined) await context.addInitScript(speak, options.language);
  const page = await openPage(context);
  const workbench = new Workbench({ page, server, data, options });
  openWorkbenches.add(workbench);
  await workbench.show();
  return workbench;
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(waitTimeoutMs);
  // Also dismisses the question whether to leave a window, so that the navigation fails.
  page.on('dialog', (dialog) => void dialog.dismiss());
  return page;
}

/** A window of VS Code, to be used as a person would use it. */
export class Workbench {
  /** Playwright's view of the window, for everything that the helpers don't offer. */
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

  /** The window's server; after `restart`, a new one at the same address. */
  get server(): VscodeServer {
    return this.#server;
  }

  /** Where the server keeps everything: user data, extensions' storage, logs. */
  get dataFolder(): string {
    return this.#data.path;
  }

  /** Saves a screenshot of the window to out/screenshots/ and returns its file. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(out, 'screenshots', `${name}.png`);
    await this.page.screenshot({ path: file, animations: 'disabled', style: seenStyle });
    return file;
  }

  /** Reloads the window, as *Developer: Reload Window* does: keeps everything except the extension host. */
  async reload(): Promise<void> {
    await this.leave();
    await this.show();
  }

  /** Quits VS Code and starts it with the same data: settings, secrets, storage, open and unsaved editors. */
  async restart(): Promise<void> {
    await this.leave();
    const { port } = this.#server;
    await this.#server.stop();
    const { env, isRestricted = false, release, hasAllExtensions = false } = this.#options;
    this.#server = await startVscodeServer({
      dataFolder: this.#data.path,
      release,
      // The browser stores its part of the data by address.
      port,
      isRestricted,
      fewExtensions: !hasAllExtensions,
      ...(env === undefined ? {} : { env }),
    });
    await this.show();
  }

  /** Opens another window of the same VS Code, with the same data; it closes with this one. */
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

  /** Ends VS Code and deletes its data. */
  async close(): Promise<void> {
    openWorkbenches.delete(this);
    await this.page.context().browser()?.close();
    await this.#server.stop();
    this.#data.remove();
  }

  /** Opens the window again after leaving it; `openWorkbench` already did. */
  async show(): Promise<void> {
    const { folder } = this.#options;
    await this.page.goto(workbenchAddress(this.#server, folder === undefined ? {} : { folder }));
    await this.sideBar.icons.first().waitFor();
  }

  /**
   * Leaves the window once VS Code has stored its state, which it otherwise does some seconds after
   * a change; stays as long as VS Code asks to because unsaved text isn't backed up yet.
   */
  async leave(): Promise<void> {
    await this.page.evaluate(storeEverything, storeDelayMs);
    const deadline = performance.now() + waitTimeoutMs;
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
