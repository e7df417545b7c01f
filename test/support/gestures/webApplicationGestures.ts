import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Gesture } from './gesture';
import type { Workbench } from '../../harness/workbench';
import { eventually } from '../eventually';

const server = '/api/v3/servers/1';
const application = `${server}/webapps/104`;
const git = `${application}/git`;

/** Waits until the status bar shows this text. */
function told({ page }: Workbench, text: string): Promise<void> {
  return page.locator('.statusbar').getByText(text).waitFor();
}

/** The question with this text; its example may contain the same words. */
function asked({ box }: Workbench['quickInput'], text: string): Locator {
  return box.locator('.quick-input-message', { hasText: text });
}

/** Gestures on a web application deployed from a repository, and on its server. */
export const webApplicationGestures: readonly Gesture[] = [
  {
    name: 'expand a deployed web application',
    least: ['git', 'ssl', 'ssl/advanced', 'waf'].map((part) => `GET ${application}/${part}`),
    because:
      'rows show what is deployed, the mode of certificates, when a shared one ends, and whether the firewall is on',
    async perform({ sideBar }) {
      await sideBar.expand('Web Applications');
      await sideBar.collapse('storefront');
      await sideBar.expand('staging');
      await sideBar.row('Git').getByText('main').waitFor();
    },
  },
  {
    name: 'deploy it',
    least: [`GET ${git}`, `PUT ${git}/104/script`, `GET ${git}`],
    because: 'the id of the repository may have changed, and the answer to the deployment is empty',
    async perform(workbench) {
      await workbench.sideBar.pressInline('Git', 'Deploy Git Repository');
      await workbench.messages.answerDialog('Deploy');
      await told(workbench, 'Deployment started.');
    },
  },
  {
    name: 'disconnect its repository',
    least: [`GET ${git}`, `DELETE ${git}/104`, `GET ${git}`],
    because: 'the id of the repository may have changed, and the row says what is there now',
    async perform({ sideBar, messages }) {
      await sideBar.chooseInMenu('Git', 'Disconnect Git Repository');
      await messages.answerDialog('Disconnect');
      await sideBar.row('Git').getByText('Not connected').waitFor();
    },
  },
  {
    name: 'connect another one',
    least: [`POST ${git}`],
    async perform({ sideBar, quickInput }) {
      await sideBar.pressInline('Git', 'Connect Git Repository…');
      await quickInput.pick('GitHub');
      await asked(quickInput, 'Repository').waitFor();
      await quickInput.enter('shop/staging');
      await asked(quickInput, 'Branch').waitFor();
      await quickInput.enter('develop');
      await sideBar.row('Git').getByText('develop').waitFor();
    },
  },
  {
    name: 'change the mode of its certificates',
    least: [
      `GET ${application}/ssl/advanced`,
      `GET ${application}/ssl`,
      `POST ${application}/ssl/advanced`,
      `GET ${application}/ssl/advanced`,
    ],
    because:
      'both questions show the current state, which the history keeps, and the row shows the new one',
    async perform({ sideBar, quickInput, messages }) {
      await sideBar.chooseInMenu('Certificates', 'Maintenance', 'Change Certificate Mode…');
      await quickInput.pick('Advanced mode');
      await quickInput.pick('Leave unchanged');
      await messages.answerDialog('Change Mode');
      await sideBar.row('Certificates').getByText('Advanced mode').waitFor();
    },
  },
  {
    name: 'roll back the engine of its cache',
    least: [
      `GET ${application}/platformcache`,
      `POST ${application}/platformcache/rollback`,
      `GET ${application}/platformcache`,
    ],
    because: 'what it was before is kept in the history, and the answer has no configuration',
    async perform(workbench) {
      const { sideBar, messages } = workbench;
      await sideBar.chooseInMenu('Cache Configuration', 'Maintenance', 'Roll Back Cache Engine…');
      await messages.answerDialog('Roll Back');
      await told(workbench, 'Rolling back the cache engine: request accepted.');
    },
  },
  {
    name: 'open its dashboard',
    least: [
      `GET ${server}/php/version`,
      ...[
        '',
        '/domains',
        '/domains/131/ssl',
        '/git',
        '/log',
        '/platformcache',
        '/settings',
        '/ssl/advanced',
        '/waf',
      ].map((part) => `GET ${application}${part}`),
    ],
    because: 'each part that it shows is an answer of its own',
    async perform({ sideBar, editors, page }) {
      await sideBar.chooseInMenu('staging', 'Open Overview');
      await editors.webview.getByRole('heading').first().waitFor();
      await editors.webview.getByText('develop').first().waitFor();
      await editors.webview.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
      await page.locator('.tabs-container [role="tab"].active').click({ button: 'middle' });
      await page.locator('iframe.webview.ready').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'make it the default web application',
    least: [`GET ${application}`, `POST ${application}/default`, `GET ${server}/webapps`],
    because:
      'the history keeps the earlier state, the answer is empty, and another one is no longer the default',
    async perform(workbench) {
      const { sideBar } = workbench;
      await sideBar.chooseInMenu('staging', 'Maintenance', 'Make Default Web Application');
      await told(workbench, "the server's default");
    },
  },
  {
    name: 'unset it as the default',
    least: [`GET ${application}`, `DELETE ${application}/default`, `GET ${application}`],
    because: 'what it was before is kept in the history, and the answer is empty',
    async perform(workbench) {
      const { sideBar } = workbench;
      await sideBar.chooseInMenu('staging', 'Maintenance', 'Unset as Default Web Application');
      await told(workbench, "no longer the server's default");
      await sideBar.collapse('Web Applications');
    },
  },
  {
    name: 'change the tags of a server',
    least: [`GET ${server}`, `POST ${server}/tags`, `GET ${server}`],
    because:
      'the question shows the current tags, which the history keeps, and the answer has none',
    async perform(workbench) {
      const { sideBar, quickInput } = workbench;
      await sideBar.chooseInMenu('shop-frankfurt', 'Change', 'Edit Tags…');
      await quickInput.type('counted');
      await quickInput.entry('counted').waitFor();
      await quickInput.accept();
      // The box shows all tags again once it has taken the new one.
      await eventually(async () => assert.equal(await quickInput.value(), ''));
      await quickInput.box.locator('.monaco-list-row').nth(1).waitFor();
      await quickInput.accept();
      await told(workbench, 'Tags of "shop-frankfurt" changed.');
    },
  },
  ...[
    { row: 'Cron Jobs', entry: 'Rebuild Cron Table…', path: 'cronjobs', text: 'Cron table' },
    {
      row: 'Supervisor Jobs',
      entry: 'Rebuild Supervisor Configuration…',
      path: 'supervisors',
      text: 'Supervisor configuration',
    },
  ].map(({ row, entry, path, text }): Gesture => ({
    name: `rebuild what runs the ${row}`,
    least: [`POST ${server}/${path}/rebuild`],
    async perform(workbench) {
      await workbench.sideBar.chooseInMenu(row, 'Maintenance', entry);
      await workbench.messages.answerDialog('Rebuild');
      await told(workbench, text);
    },
  })),
];
