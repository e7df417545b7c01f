import type { Gesture } from './gesture';
import { startDraft } from '../draftSteps';
import type { Workbench } from '../../harness/workbench';

const cronJob = '/api/v3/servers/1/cronjobs/101';
const cronJobs = '/api/v2/servers/1/cronjobs';
const cronTab = '101.cron-job.json';
const ssh = '/api/v3/servers/1/settings/ssh';
const sshTab = '1.ssh.json';
const webApplication = '/api/v3/servers/1/webapps/101';
const webApplicationTab = '101.web-application.json';
const webApplicationReads = ['', '/settings', '/wordpress/config'].map(
  (part) => `GET ${webApplication}${part}`,
);

async function change(
  { editors }: Workbench,
  tab: string,
  ...replacements: readonly (readonly [from: string, to: string])[]
): Promise<void> {
  let text = await editors.text();
  for (const [from, to] of replacements) text = text.replace(from, to);
  await editors.replaceText(text);
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
    perform: (workbench) => change(workbench, cronTab, ['Nightly backup', 'Nightly copy']),
  },
  {
    name: 'preview the request',
    least: [`GET ${cronJob}`],
    because: 'it shows what the request changes of the live state',
    async perform(workbench) {
      await workbench.quickInput.runCommand('Server Management: Preview Request');
      await workbench.page.getByText('Changes to the live state').waitFor();
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
    perform: ({ page }) => page.keyboard.press('ControlOrMeta+S'),
  },
  {
    name: 'switch it off while it is open',
    least: [`GET ${cronJob}`, `PATCH ${cronJob}/status`, `GET ${cronJob}`],
    because:
      "the earlier state is read so that it can be reverted; the answer doesn't contain the new one",
    async perform({ sideBar, editors }) {
      await sideBar.chooseInMenu('Nightly copy', 'Disable Cron Job');
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
      await sideBar.pressInline('Nightly copy', 'Run Cron Job');
      await page.locator('.statusbar').getByText('Started "Nightly copy".').waitFor();
    },
  },
  {
    name: 'delete a cron job',
    least: ['DELETE /api/v3/servers/1/cronjobs/104', 'GET /api/v2/servers/1/cronjobs'],
    because: 'the list shows what the service has left',
    async perform({ sideBar, messages }) {
      await sideBar.chooseInMenu('Newsletter', 'Delete…');
      await messages.answerDialog('Delete');
      await sideBar.row('Newsletter').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'create a cron job from a draft',
    least: (made) => {
      const read = made.find((each) => /^GET .*cronjobs\/\d+$/.test(each)) ?? '';
      return [`POST ${cronJobs}`, `GET ${cronJobs}`, read];
    },
    because: 'the list shows it, and its document opens',
    async perform(workbench) {
      const { editors, sideBar } = workbench;
      const draft = await startDraft(workbench, 'Cron Jobs');
      const content = JSON.parse(await editors.text()) as object;
      const filled = { ...content, label: 'Drafted', username: 'shop', command: '/bin/true' };
      await editors.replaceText(`${JSON.stringify(filled, undefined, 2)}\n`);
      await editors.unsavedTab(draft).waitFor();
      await editors.save();
      await editors.tab(draft).waitFor({ state: 'detached' });
      await editors.active.getByText('created_at').first().waitFor();
      await sideBar.row('Drafted').waitFor();
      await workbench.quickInput.runCommand('View: Close Editor');
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
      await change(
        workbench,
        sshTab,
        ['"useDns": false', '"useDns": true'],
        ['"passwordlessLogin": true', '"passwordlessLogin": false'],
      );
      await workbench.editors.save();
      await workbench.editors.unsavedTab(sshTab).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'make them stricter',
    least: [
      'GET /api/v3/servers/1/users',
      'GET /api/v3/servers/1/ssh/credentials',
      `GET ${ssh}`,
      `PATCH ${ssh}`,
    ],
    because: 'the typed line says whether anyone can still log in',
    async perform(workbench) {
      await change(workbench, sshTab, ['"passwordlessLogin": false', '"passwordlessLogin": true']);
      await workbench.editors.save();
      await workbench.editors.unsavedTab(sshTab).waitFor({ state: 'detached' });
      await close(workbench, sshTab);
    },
  },
  {
    name: 'open a web application',
    least: webApplicationReads,
    because: 'the service answers each part of it by itself',
    async perform({ sideBar, editors }) {
      await sideBar.expand('Web Applications');
      await sideBar.pressInline('storefront', 'Open as JSON');
      await editors.active.getByText('memoryLimit').waitFor();
    },
  },
  {
    name: 'save its PHP version and a limit',
    least: [
      'GET /api/v3/servers/1/php/version',
      ...webApplicationReads,
      `PATCH ${webApplication}/settings/php`,
      `GET ${webApplication}/settings`,
      `PATCH ${webApplication}/settings/fpmnginx`,
      `GET ${webApplication}/settings`,
    ],
    because:
      "the typed version is compared with the server's; others' changes are read before the second request, whose answer lacks the settings",
    async perform(workbench) {
      const { editors, sideBar } = workbench;
      await change(
        workbench,
        webApplicationTab,
        ['"phpVersion": "php83"', '"phpVersion": "php84"'],
        ['"memoryLimit": 256', '"memoryLimit": 512'],
      );
      await editors.save();
      await editors.unsavedTab(webApplicationTab).waitFor({ state: 'detached' });
      await close(workbench, webApplicationTab);
      await sideBar.collapse('Web Applications');
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
      await editors.webview.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
      await page.locator('.tabs-container [role="tab"].active').click({ button: 'middle' });
      await page.locator('iframe.webview.ready').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'open a table of blocked addresses, and unblock one',
    least: ['DELETE', 'GET'].map(
      (method) => `${method} /api/v3/servers/1/security/fail2ban/blockedip`,
    ),
    because: 'the answer to the unblocking has no list',
    async perform({ sideBar, editors, page }) {
      await sideBar.chooseInMenu('Blocked Addresses', 'Open as Table');
      const unblock = editors.webview.getByRole('button', { name: /^Unblock: / });
      await unblock.first().waitFor();
      const count = await unblock.count();
      await unblock.first().click();
      await unblock.nth(count - 1).waitFor({ state: 'detached' });
      await page.locator('.tabs-container [role="tab"].active').click({ button: 'middle' });
      await page.locator('iframe.webview.ready').waitFor({ state: 'detached' });
    },
  },
];
