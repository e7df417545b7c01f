import type { Gesture } from './gesture';
import type { Workbench } from '../../harness/workbench';
import { SandboxProbe } from '../sandboxProbe';
import { seedContents } from '../../../src/sandbox/seed/contents';
import { seedWorld } from '../../../src/sandbox/seed/world';

const list = 'GET /api/v3/servers';
const pages = [list, `${list}?page=2`, `${list}?page=3`];

const run = ({ quickInput }: Workbench, title: string): Promise<void> =>
  quickInput.runCommand(`Server Management: ${title}`);

async function choose(workbench: Workbench, title: string, entry: string): Promise<void> {
  await run(workbench, title);
  await workbench.quickInput.pick(entry);
}

async function copy({ sideBar, quickInput }: Workbench, value: string): Promise<void> {
  await sideBar.chooseInMenu('batch-amsterdam', 'Copy…');
  await quickInput.pick(value);
}

async function goTo(workbench: Workbench, name: string): Promise<void> {
  await run(workbench, 'Go to Resource…');
  await workbench.quickInput.type(name);
  await workbench.quickInput.pick(name);
  await workbench.page.locator('.part.sidebar .monaco-list-row.selected').getByText(name).waitFor();
}

/** Gives a server another name behind the extension's back. */
async function renameServer(probe: SandboxProbe, id: number, name: string): Promise<void> {
  await probe.call('PATCH', `/api/v3/servers/${id}/settings/meta`, { name });
  await probe.forgetRequests();
}

/** Finding and arranging servers, on three pages. */
export const findGestures: readonly Gesture[] = [
  {
    name: 'load the next page',
    least: [`${list}?page=2`],
    async perform({ sideBar, page }) {
      await sideBar.collapse('shop-frankfurt');
      await page.keyboard.press('End');
      await sideBar.row('Load more (40 of 85)').click();
      await page.mouse.move(0, 0);
      await sideBar.row('Load more (40 of 85)').waitFor({ state: 'detached' });
      await page.keyboard.press('Home');
    },
  },
  {
    name: 'load all',
    least: pages,
    because: 'what was read before may have moved from page to page since',
    async perform(workbench) {
      await run(workbench, 'Load All');
      await workbench.sideBar.hasRows(85);
    },
  },
  {
    name: 'filter what is loaded',
    async perform(workbench) {
      await run(workbench, 'Filter Servers…');
      await workbench.quickInput.enter('batch');
      await workbench.sideBar.row('shop-frankfurt').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'clear the filter',
    async perform(workbench) {
      await run(workbench, 'Clear Filter');
      await workbench.sideBar.row('shop-frankfurt').waitFor();
    },
  },
  {
    name: 'group',
    async perform(workbench) {
      await choose(workbench, 'Group Servers…', 'Provider');
      await workbench.sideBar.row('Linode').waitFor();
      await choose(workbench, 'Group Servers…', 'No groups');
      await workbench.sideBar.row('shop-frankfurt').waitFor();
    },
  },
  {
    name: 'sort',
    async perform(workbench) {
      await choose(workbench, 'Sort Servers…', 'Name');
      await workbench.sideBar.rows.first().getByText('agency-singapore').waitFor();
      await choose(workbench, 'Sort Servers…', 'Default order');
      await workbench.sideBar.rows.first().getByText('shop-frankfurt').waitFor();
    },
  },
  {
    name: 'pin on top',
    async perform({ sideBar }) {
      await sideBar.chooseInMenu('lab', 'Pin to Top');
      await sideBar.rows.first().getByText('lab').waitFor();
      await sideBar.chooseInMenu('lab', 'Unpin');
      await sideBar.rows.first().getByText('shop-frankfurt').waitFor();
    },
  },
  {
    name: 'copy a name',
    perform: (workbench) => copy(workbench, 'Name'),
  },
  {
    name: 'copy as JSON',
    least: ['GET /api/v3/servers/2'],
    because: 'it copies what the service has now',
    perform: (workbench) => copy(workbench, 'JSON'),
  },
  {
    name: 'go to a resource that was shown',
    perform: (workbench) => goTo(workbench, 'shop.example.com'),
  },
  {
    name: 'index all resources',
    least: unread(),
    because: 'each collection of the account is read once, in the background, to be searched',
    async perform(workbench) {
      await run(workbench, 'Go to Resource…');
      await workbench.quickInput.box.getByRole('button', { name: 'Index All Resources' }).click();
      await workbench.quickInput.box.getByText(/^Indexing…/).waitFor();
      await workbench.quickInput.box.getByText(/^Indexing…/).waitFor({ state: 'detached' });
      await workbench.quickInput.cancel();
    },
  },
  {
    name: 'refresh all that is loaded',
    least: pages,
    async perform(workbench, service) {
      await workbench.sideBar.collapse('shop-frankfurt');
      await renameServer(new SandboxProbe(service), 7, 'laboratory');
      await run(workbench, 'Refresh');
      await workbench.sideBar.row('laboratory').waitFor();
    },
  },
  {
    name: 'start again, with the remembered tree',
    least: [list],
    async perform(workbench) {
      await workbench.reload();
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.row('shop-frankfurt').waitFor();
    },
  },
];

/** What is searched and wasn't read by the tree before; rebuilding the supervisor's configuration outdated its jobs. */
function unread(): readonly string[] {
  const known = new Set([
    'GET /api/v3/servers/1/webapps',
    'GET /api/v3/servers/1/webapps/101/domains',
    'GET /api/v3/servers/1/webapps/104/domains',
    'GET /api/v2/servers/1/cronjobs',
    'GET /api/v3/servers/1/security/firewalls',
  ]);
  const ofServers = seedWorld(85)
    .servers.filter(({ shared }) => !shared)
    .flatMap(({ record }) => [
      `GET /api/v3/servers/${record.id}/webapps`,
      ...seedContents(record.id).webApplications.map(
        ({ record: { id } }) => `GET /api/v3/servers/${record.id}/webapps/${id}/domains`,
      ),
      `GET /api/v2/servers/${record.id}/cronjobs`,
      `GET /api/v3/servers/${record.id}/security/firewalls`,
    ]);
  // With those of the seventh, the lists of supervisor jobs have cost more requests than they brought names.
  const ofSupervisors = [1, 2, 3, 4, 5, 6, 7].map((id) => `GET /api/v3/servers/${id}/supervisors`);
  // The only list that is longer than a page.
  const more = 'GET /api/v2/servers/2/cronjobs?page=2';
  const ofTheAccount = ['settings/externalapi', 'settings/wordpress/canvas', 'atomic'].map(
    (each) => `GET /api/v3/${each}`,
  );
  return [...ofServers, ...ofSupervisors, more, ...ofTheAccount].filter((each) => !known.has(each));
}
