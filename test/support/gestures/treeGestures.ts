import type { Gesture } from './gesture';
import type { Workbench } from '../../harness/workbench';

const server = '/api/v3/servers/1';

/** Rows below the first server, from bottom to top so that none moves under the pointer, and what they read. */
const collections: Readonly<Record<string, readonly string[]>> = {
  Log: [`GET ${server}/logs`],
  Services: [`GET ${server}/services`],
  'Database Users': ['GET /api/v2/servers/1/databaseusers'],
  Databases: [`GET ${server}/databases`],
  'System Users': [`GET ${server}/users`],
  'SSH Keys': [`GET ${server}/ssh/credentials`],
  'Blocked Addresses': [`GET ${server}/security/fail2ban/blockedip`],
  'Firewall Rules': [`GET ${server}/security/firewalls`],
  'Supervisor Jobs': [`GET ${server}/supervisors`, `GET ${server}/supervisors/status`],
  'Cron Jobs': ['GET /api/v2/servers/1/cronjobs'],
  'Web Applications': [`GET ${server}/webapps`],
};

async function hover({ sideBar, page }: Workbench, label: string, text: string): Promise<void> {
  const shown = page.locator('.workbench-hover').getByText(text);
  await sideBar.row(label).hover();
  await shown.waitFor();
  await page.mouse.move(0, 0);
  await shown.waitFor({ state: 'detached' });
}

/** Browsing the tree of a service with 85 servers, with the first page shown. */
export const treeGestures: readonly Gesture[] = [
  {
    name: 'expand a server',
    async perform({ sideBar }) {
      await sideBar.expand('shop-frankfurt');
      await sideBar.row('Web Applications').waitFor();
    },
  },
  ...Object.entries(collections).map(([label, least]): Gesture => ({
    name: `expand ${label}`,
    least,
    async perform({ sideBar, page }) {
      await sideBar.expand(label);
      await sideBar.rows.and(page.locator('[aria-level="3"]')).first().waitFor();
      await sideBar.collapse(label);
    },
  })),
  {
    name: 'expand a web application',
    least: ['git', 'ssl/advanced', 'waf'].map((part) => `GET ${server}/webapps/101/${part}`),
    because: 'rows show what is deployed, the mode of certificates and whether the firewall is on',
    async perform({ sideBar }) {
      await sideBar.expand('Web Applications');
      await sideBar.expand('storefront');
      await sideBar.row('Domains').waitFor();
    },
  },
  {
    name: 'expand Domains',
    least: [`GET ${server}/webapps/101/domains`],
    async perform({ sideBar }) {
      await sideBar.expand('Domains');
      await sideBar.row('shop.example.com').waitFor();
    },
  },
  {
    name: 'expand a domain',
    least: [`GET ${server}/webapps/101/domains/101/ssl`],
    because: 'the certificate says on its row until when it holds',
    async perform({ sideBar }) {
      await sideBar.expand('shop.example.com');
      await sideBar.row('Certificate').getByText('until').waitFor();
    },
  },
  {
    name: 'collapse and expand again',
    async perform({ sideBar }) {
      await sideBar.collapse('shop-frankfurt');
      await sideBar.expand('shop-frankfurt');
      await sideBar.row('Certificate').waitFor();
      await sideBar.collapse('Web Applications');
    },
  },
  {
    name: 'hide and show the view',
    async perform({ sideBar }) {
      await sideBar.open('Explorer');
      await sideBar.open('Server Management');
      await sideBar.row('Web Applications').waitFor();
    },
  },
  {
    name: 'hover over a server',
    least: ['stats', 'hardwareinfo', 'health/latest'].map(
      (facts) => `GET /api/v3/servers/2/${facts}`,
    ),
    perform: (workbench) => hover(workbench, 'batch-amsterdam', 'Uptime'),
  },
  {
    name: 'hover over it again',
    perform: (workbench) => hover(workbench, 'batch-amsterdam', 'Uptime'),
  },
];
