import type { FrameLocator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { panelPage } from './webviewPage';

/** A panel, how to open it from the palette, and its first and last headings. */
export interface OpenedPanel {
  readonly name: string;
  readonly command: string;
  readonly path: readonly string[];
  readonly heading: string;
  readonly last: string;
}

function overview(name: string, path: readonly string[], last: string): OpenedPanel {
  const heading = ['Server', 'Web Application', 'Canvas'].includes(name)
    ? (path.at(-1) ?? '')
    : name;
  const command = 'Server Management: Open Overview';
  return { name, command, path: [name, ...path], heading, last };
}

function table(name: string, heading: string): OpenedPanel {
  const command = 'Server Management: Open as Table';
  return { name: heading, command, path: [name, 'shop-frankfurt'], heading, last: 'Entries' };
}

/** Every kind of panel, on the sandbox's own data. */
export const panels: readonly OpenedPanel[] = [
  overview('Server', ['shop-frankfurt'], 'Details'),
  overview('Web Application', ['shop-frankfurt', 'storefront'], 'Recent Events'),
  overview('Web Application Firewall', ['shop-frankfurt', 'storefront'], 'Dates'),
  overview('Cache Configuration', ['shop-frankfurt', 'storefront'], 'Credentials'),
  overview('Canvas', ['Blog'], 'Dates'),
  table('Firewall Rule', 'Firewall Rules'),
  table('Supervisor Job', 'Supervisor Jobs'),
  table('Log Entry', 'Log'),
  table('Blocked Address', 'Blocked Addresses'),
];

/** Opens a panel from the palette, and waits until it is complete. */
export async function openPanel(
  workbench: Workbench,
  { command, path, heading, last }: OpenedPanel,
): Promise<FrameLocator> {
  await workbench.quickInput.runCommand(command);
  for (const label of path) {
    await workbench.quickInput.pick(label);
  }
  const page = panelPage(workbench.page);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.getByRole('heading', { name: last, level: 2 }).waitFor();
  await page.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
  return page;
}
