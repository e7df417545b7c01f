import type { Gesture } from './gesture';
import type { Workbench } from '../../harness/workbench';

const cronJob = '/api/v2/servers/1/cronjobs/101';
const cronTab = '101.cron-job.json';
const ssh = '/api/v3/servers/1/settings/ssh';
const sshTab = '1.ssh.json';

async function change(
  { editors }: Workbench,
  tab: string,
  from: string,
  to: string,
): Promise<void> {
  const text = await editors.text();
  await editors.replaceText(text.replace(from, to));
  await editors.unsavedTab(tab).waitFor();
}

async function close({ editors, page }: Workbench, tab: string): Promise<void> {
  await editors.tab(tab).click({ button: 'middle' });
  await editors.tab(tab).waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
}

/** Working with documents of the first server, whose row is expanded. */
export const documentGestures: readonly Gesture[] = [
  {
    name: 'open a document',
    least: [`GET ${cronJob}`],
    async perform({ sideBar, editors }) {
      await sideBar.expand('Cron Jobs');
      await sideBar.row('Nightly backup').click();
      await editors.active.getByText('Nightly backup').first().waitFor();
    },
  },
  {
    name: 'choose it again',
    async perform({ sideBar, editors }) {
      await sideBar.row('Nightly backup').click();
      await editors.active.getByText('Nightly backup').first().waitFor();
    },
  },
  {
    name: 'type',
    perform: (workbench) => change(workbench, cronTab, 'Nightly backup', 'Nightly copy'),
  },
  {
    name: 'preview the request',
    least: [`GET ${cronJob}`],
    because: 'it shows what the request changes of the live state',
    async perform(workbench) {
      await workbench.quickInput.runCommand('Server Management: Preview Request');
      await workbench.page.getByText('What that changes of the live state').waitFor();
      await close(workbench, `${cronTab}.http`);
    },
  },
  {
    name: 'save a cron job',
    least: [`GET ${cronJob}`, `PATCH ${cronJob}`, `GET ${cronJob}`],
    because: 'the service answers this PATCH with an acknowledgement and not with the job',
    async perform({ editors, sideBar }) {
      await editors.save();
      await editors.unsavedTab(cronTab).waitFor({ state: 'detached' });
      await sideBar.row('Nightly copy').waitFor();
    },
  },
  {
    name: 'save what was not changed',
    least: [`GET ${cronJob}`],
    because: 'it takes over what others changed meanwhile',
    perform: ({ editors }) => editors.save(),
  },
  {
    name: 'switch it off while it is open',
    least: [`GET ${cronJob}`, `PATCH ${cronJob}/status`, `GET ${cronJob}`],
    because:
      'what it was before is kept for a revert; what became of it the service does not answer',
    async perform({ sideBar, editors }) {
      await sideBar.chooseInMenu('Nightly copy', 'Switch Cron Job On or Off');
      await editors.active.getByText('"enabled": 0').waitFor();
    },
  },
  {
    name: 'close it',
    perform: (workbench) => close(workbench, cronTab),
  },
  {
    name: 'run a cron job',
    least: [`POST ${cronJob}/run`],
    async perform({ sideBar, page }) {
      await sideBar.pressInline('Nightly copy', 'Run Cron Job Now');
      await page.locator('.statusbar').getByText('Running "Nightly copy"').waitFor();
    },
  },
  {
    name: 'delete a cron job',
    least: ['DELETE /api/v2/servers/1/cronjobs/104', 'GET /api/v2/servers/1/cronjobs'],
    because: 'the list shows what the service has left',
    async perform({ sideBar, messages }) {
      await sideBar.chooseInMenu('Newsletter', 'Delete…');
      await messages.answerDialog('Delete');
      await sideBar.row('Newsletter').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'open SSH settings',
    least: [`GET ${ssh}`],
    async perform({ sideBar, editors }) {
      await sideBar.collapse('Cron Jobs');
      await sideBar.row('SSH Settings').click();
      await editors.active.getByText('useDns').waitFor();
    },
  },
  {
    name: 'change and save them',
    least: [`GET ${ssh}`, `PATCH ${ssh}`],
    async perform(workbench) {
      await change(workbench, sshTab, '"useDns": false', '"useDns": true');
      await workbench.editors.save();
      await workbench.editors.unsavedTab(sshTab).waitFor({ state: 'detached' });
      await close(workbench, sshTab);
    },
  },
  {
    name: 'open an overview',
    least: ['', '/health/latest', '/hardwareinfo', '/services', '/stats', '/logs'].map(
      (part) => `GET /api/v3/servers/2${part}`,
    ),
    because: 'each part that it shows is an answer of its own',
    async perform({ sideBar, editors, page }) {
      await sideBar.chooseInMenu('batch-amsterdam', 'Open Overview');
      await editors.webview.getByRole('heading').first().waitFor();
      await editors.webview.getByText('NGINX').first().waitFor();
      await page.locator('.tabs-container [role="tab"].active').click({ button: 'middle' });
      await page.locator('iframe.webview.ready').waitFor({ state: 'detached' });
    },
  },
];
