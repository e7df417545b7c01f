import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { launchBrowser } from '../../harness/browser/launch';
import { formats } from '../../../src/base/l10n';
import { waitTimeoutMs } from '../../harness/workbench/waitTimeout';
import { root } from '../../harness/system/paths';
import { toPageHtml } from '../../../src/panels/page/html';
import type { Theme } from '../themes';
import { bodyClasses, readDefaultStyles, themeVariables } from './editorStyle';

/** The apparent address of pages; nothing listens there. */
const origin = 'https://panel.invalid';
const nonce = 'abc123';

/** Ends with the process. */
let browser: Promise<Browser> | undefined;

/** The parts of a page. */
export interface PageSource {
  readonly title: string;
  /** For the script. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * A browser that shows a panel's page without an editor: the page's own script, style and policy, with the
 * editor's theme, and a function in place of the editor's that receives the page's messages.
 */
export class BarePage {
  readonly page: Page;
  readonly #defaultStyles: string;
  #theme: Theme['name'] = 'light';
  #html = '';
  #take: (message: unknown) => void = () => undefined;

  private constructor(page: Page, defaultStyles: string) {
    this.page = page;
    this.#defaultStyles = defaultStyles;
  }

  /** Starts the browser if no other file did; `close` the page after use. */
  static async start(): Promise<BarePage> {
    browser ??= launchBrowser();
    const page = await (await browser).newPage();
    page.setDefaultTimeout(waitTimeoutMs);
    const bare = new BarePage(page, await readDefaultStyles());
    await page.route(`${origin}/**`, (route) => bare.#answer(route));
    await page.exposeFunction('toExtension', (message: unknown) => bare.#take(message));
    await page.addInitScript(offerEditor);
    return bare;
  }

  /** Loads a page, passing its messages to `take`. */
  async load({ title, data }: PageSource, take: (message: unknown) => void): Promise<void> {
    this.#take = take;
    this.#html = toPageHtml({
      cspSource: origin,
      nonce,
      script: `${origin}/dist/panel.js`,
      style: `${origin}/media/panel.css`,
      language: formats.language,
      title,
      loading: 'Loading…',
      data,
    });
    await this.page.goto(`${origin}/`);
  }

  /** Sends the page a message, like the extension does. */
  async post(message: unknown): Promise<void> {
    await this.page.evaluate((sent) => window.postMessage(sent, '*'), message);
  }

  /** Switches the theme of the current page and later ones. */
  async switchTheme(theme: Theme['name']): Promise<void> {
    this.#theme = theme;
    await this.page.evaluate(applyTheme, this.#themed);
  }

  /** Sets the width of the page in pixels. */
  async setWidth(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: 900 });
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  get #themed(): Themed {
    const theme = this.#theme;
    return { theme, classes: bodyClasses(theme), variables: themeVariables[theme] };
  }

  async #answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') {
      return route.fulfill({ body: this.#styledHtml(), contentType: 'text/html' });
    }
    const body = await readFile(path.join(root, pathname));
    const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'text/css';
    return route.fulfill({ body, contentType });
  }

  /** The editor inserts its styles first, before the page's policy applies. */
  #styledHtml(): string {
    const styles = `<style id="_defaultStyles">${this.#defaultStyles}</style>`;
    const apply = `(${applyTheme.toString()})(${JSON.stringify(this.#themed)})`;
    return this.#html
      .replace('<head>', () => `<head>${styles}`)
      .replace('<body>', () => `<body><script nonce="${nonce}">${apply}</script>`);
  }
}

interface Themed {
  readonly theme: string;
  readonly classes: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs in the page: does what the editor does when its theme changes. */
function applyTheme({ theme, classes, variables }: Themed): void {
  const { body, documentElement } = document;
  body.className = classes.join(' ');
  body.dataset['vscodeThemeKind'] = `vscode-${theme}`;
  for (const name of Array.from(documentElement.style)) documentElement.style.removeProperty(name);
  for (const [name, value] of Object.entries(variables)) {
    documentElement.style.setProperty(name, value);
  }
}

/** Runs in the page before its script: provides the editor's API. */
function offerEditor(): void {
  let kept: unknown;
  const { toExtension } = globalThis as unknown as { toExtension: (message: unknown) => void };
  const editor = {
    postMessage: (message: unknown) => toExtension(message),
    getState: () => kept,
    setState: (state: unknown) => (kept = structuredClone(state)),
  };
  Object.assign(globalThis, { acquireVsCodeApi: () => editor });
}
