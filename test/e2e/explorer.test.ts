import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { toDocumentPath } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import {
  bodyClasses,
  readDefaultStyles,
  readUsedVariables,
  themeVariables,
} from '../support/pages/editorStyle';
import { applyTogether, changeCommand, stagedRow, stageTogether } from '../support/pendingUse';
import { SandboxProbe } from '../support/sandboxProbe';
import { switchTheme, themes } from '../support/themes';
import { findBarriers, panelFrame, panelPage } from '../support/webviewPage';

const list = 'GET /api/v3/servers';
const services = '/api/v3/servers/1/services';
const waf = '/api/v3/servers/1/webapps/101/waf';
const canvas = '/api/v3/settings/wordpress/canvas/2';

/** Fonts differ from one system to another. */
function withoutFonts(variables: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.includes('font')));
}

describe('outside of production,', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ servers: 100 });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1400 } });
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, { ...service, label: 'Example', environment: 'development' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  async function run(title: string): Promise<void> {
    await workbench.quickInput.runCommand(`Server Management: ${title}`);
  }

  async function requests(): Promise<readonly string[]> {
    return (await probe.requests()).map(({ method, path }) => `${method} ${path}`);
  }

  const selected = () => workbench.page.locator('.part.sidebar .monaco-list-row.selected');

  describe('the explorer', () => {
    /** Opens a link the way the system does after a click. */
    async function follow(link: string): Promise<void> {
      await workbench.quickInput.runCommand('Developer: Open URL');
      await workbench.quickInput.answer('URL to open', link);
    }

    it('sends one list request for the first rows and one for the next page, and keeps what is expanded', async () => {
      const { sideBar } = workbench;
      assert.equal((await requests()).filter((each) => each === list).length, 1);
      await sideBar.expand('shop-frankfurt');
      await sideBar.row('Web Applications').waitFor();
      await probe.forgetRequests();
      await sideBar.jumpTo('End', 'Load more (40 of 100)');
      await sideBar.row('Load more (40 of 100)').click();
      // A server's row comes in its place, whose hover would be read.
      await workbench.page.mouse.move(0, 0);
      await sideBar.row('Load more (40 of 100)').waitFor({ state: 'detached' });
      await sideBar.jumpTo('End', 'Load more (80 of 100)');
      assert.deepEqual(await requests(), [list]);
      await sideBar.jumpTo('Home', 'Web Applications');
    });

    it('refreshes everything from its title, whatever row is focused, and keeps expanded and selected rows', async () => {
      const { sideBar } = workbench;
      await sideBar.expand('Cron Jobs');
      // The focused row, which VS Code passes to the commands in the title.
      await sideBar.row('Nightly backup').click();
      await selected().getByText('Nightly backup').waitFor();
      await probe.call('PATCH', '/api/v3/servers/2/settings/meta', { name: 'batch-renamed' });
      await probe.forgetRequests();
      await sideBar.pressInTitle('Servers', 'Refresh');
      await sideBar.row('batch-renamed').waitFor();
      await probe.waitForRequest(({ path }) => path.endsWith('/cronjobs'));
      await selected().getByText('Nightly backup').waitFor();
      await workbench.editors.closeAll();
    });

    it('leaves the keyboard in the tree after a click on a row, takes it to the text with Enter, and reveals the row', async () => {
      const { page, sideBar, editors } = workbench;
      await sideBar.row('Nightly backup').click();
      await editors.opened('101.cron-job.json');
      await page.keyboard.type('x');
      await page.keyboard.press('ArrowDown');
      await page.locator('.part.sidebar .monaco-list:focus .monaco-list-row.focused').waitFor();
      const next = page.locator('.part.sidebar .monaco-list-row.focused .label-name');
      const label = (await next.textContent()) ?? '';
      assert.notEqual(label, 'Nightly backup');
      await page.keyboard.press('Enter');
      await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
      await editors.active.getByText(`"${label}"`).waitFor();
      assert.equal(await page.locator('.tabs-container .dirty').count(), 0);
      await sideBar.collapse('shop-frankfurt');
      await page.locator('.editor-actions').getByRole('button', { name: 'More Actions' }).click();
      await page.getByRole('menuitem', { name: 'Reveal in Servers View' }).click();
      await selected().getByText(label).waitFor();
      await editors.closeAll();
      await sideBar.collapse('shop-frankfurt');
    });

    it("requests nothing while it's hidden", async () => {
      await workbench.sideBar.open('Explorer');
      await probe.forgetRequests();
      await run('Refresh');
      // A later request has arrived, so one from the view would have arrived, too.
      await run('Check Connection');
      await workbench.messages.notification('Connected to "Example"').waitFor();
      assert.deepEqual(
        (await requests()).filter((each) => !each.endsWith('/ping')),
        [],
      );
      await workbench.sideBar.open('Server Management');
    });

    it('only reads what a link leads to after a confirmation, and says on its row that it is missing', async () => {
      const { sideBar, page, quickInput, messages } = workbench;
      // The parts of a link: before a resource's path, and the account's id, with which paths begin.
      let prefix = '';
      let account = '';
      await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
      await sideBar.chooseInMenu('batch-renamed', 'Copy…');
      await quickInput.pick('Link');
      await eventually(async () => {
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const path = /^(.+)\/server-management\/(example-[0-9a-f]+)\/servers\/2\.server\.json$/;
        [, prefix = '', account = ''] = path.exec(link) ?? [];
        assert.ok(account, link);
      });
      await follow(prefix + toDocumentPath({ account, kind: 'domain', ids: [1, 101, 101] }));
      await messages.dialog.getByText('Allow').first().waitFor();
      await messages.dialog.getByText('Do not ask me again').click();
      await messages.answerDialog('Open');
      await sideBar.selected('shop.example.com');
      await sideBar.collapse('shop-frankfurt');
      await probe.forgetRequests();
      await follow(prefix + toDocumentPath({ account, kind: 'cronJob', ids: [2, 99_999] }));
      await sideBar.selected('Cron Job 99999');
      await sideBar.row('Cron Job 99999').getByText('not found').waitFor();
      const methods = (await probe.requests()).map(({ method }) => method);
      assert.deepEqual([...new Set(methods)], ['GET']);
      // A selected row stays so, and the target of commands, while it's hidden.
      await sideBar.clearSelection();
      await sideBar.collapse('batch-renamed');
    });
  });

  it('put the old firewall rules back in force, by a question that is shown again once it was closed', async () => {
    const { messages, quickInput, page, sideBar } = workbench;
    const ports = async (): Promise<readonly unknown[]> => {
      const { data } = await probe.call('GET', '/api/v3/servers/1/security/firewalls?perPage=40');
      return (data as { port: unknown }[]).map(({ port }) => port);
    };
    const waiting = async () => (await probe.call('GET', '/__sandbox/state'))['pendingFirewall'];
    const before = await ports();
    await sideBar.expand('shop-frankfurt');
    await sideBar.pressInline('Firewall Rules', 'Create Firewall Rule…');
    await quickInput.answer('Port, or a range', '8443');
    for (const question of ['Source', 'Protocol and action']) {
      await quickInput.question(question).waitFor();
      await quickInput.acceptHighlighted();
    }
    const deploy = 'Deploy, Revert Unless Confirmed…';
    await messages.answerNotification('In force after deployment.', deploy);
    await messages.answerDialog('Deploy, Revert in 2 Minutes Unless Confirmed');
    await messages.notification('Can you still log in?').waitFor();
    assert.deepEqual([await ports(), await waiting()], [[...before, '8443'], []]);
    await quickInput.runCommand('Notifications: Clear All Notifications');
    await messages.notification('Can you still log in?').waitFor({ state: 'detached' });
    await page.locator('.statusbar-item').getByText('Reverts in').click();
    const question = page.locator('.notifications-center');
    await question.getByRole('button', { name: 'Revert Now', exact: true }).click();
    await page.locator('.statusbar-item').getByText('Reverts in').waitFor({ state: 'hidden' });
    assert.deepEqual([await ports(), await waiting()], [before, []]);
    await quickInput.runCommand('Notifications: Clear All Notifications');
    await sideBar.collapse('shop-frankfurt');
  });

  describe('panels', () => {
    async function open(heading: string, ...labels: string[]): Promise<void> {
      await workbench.sideBar.clearSelection();
      await workbench.quickInput.runCommand('Server Management: Open Overview');
      for (const label of labels) await workbench.quickInput.pick(label);
      await panelPage(workbench.page).getByRole('heading', { name: heading }).first().waitFor();
    }

    async function writes(): Promise<{ method: string; path: string; body?: unknown }[]> {
      return (await probe.requests())
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => ({ method, path, body }));
    }

    it('start a stopped service with the keyboard only, whose row updates without another request, and lead to counted rows', async () => {
      await open('Services', 'Server', 'shop-frankfurt');
      const page = panelPage(workbench.page);
      await page.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
      await page.locator('body[data-vscode-theme-kind="vscode-light"]').waitFor();
      assert.deepEqual(await findBarriers(workbench.page), []);
      await probe.forgetRequests();
      await page.locator('[id="button/service/memcached/startService"]').focus();
      await workbench.page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stop: Memcached' }).waitFor();
      const row = page.getByRole('row').filter({ hasText: 'Memcached' });
      await row.getByText('running').waitFor();
      const frame = await panelFrame(workbench.page);
      const focused = await frame.evaluate(() => document.activeElement?.id);
      assert.equal(
        focused,
        'button/service/memcached/restartService',
        'the focus moves to a button in the same row',
      );
      const sent = (await probe.requests()).map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(sent, [`PATCH ${services}`]);
      await page.locator('[id="button/count/cronJob"]').focus();
      await workbench.page.keyboard.press('Enter');
      await workbench.sideBar.row('Nightly backup').waitFor();
      await workbench.editors.closeAll();
    });

    it('change a firewall with the keyboard only, send only what was changed, and offer changes again after they were closed', async () => {
      const { rulesExclusion } = await probe.call('GET', waf);
      await probe.forgetRequests();
      await open('Protection', 'Web Application Firewall', 'shop-frankfurt', 'storefront');
      const page = panelPage(workbench.page);
      await page.getByRole('radio', { name: '2' }).focus();
      await workbench.page.keyboard.press('ArrowDown');
      await page.getByRole('switch', { name: 'Magento' }).focus();
      await workbench.page.keyboard.press('Space');
      await page.getByText('Unsaved changes: 2').waitFor();
      assert.deepEqual(await writes(), []);
      await workbench.page.keyboard.press('ControlOrMeta+S');
      await page.locator('#save-bar').waitFor({ state: 'hidden' });
      // The service may replace the exclusions as a whole, so unchanged ones are sent as well.
      const whole = { ...(rulesExclusion as Readonly<Record<string, boolean>>), magento: true };
      assert.deepEqual(await writes(), [
        { method: 'PATCH', path: waf, body: { paranoia: 3, rulesExclusion: whole } },
      ]);
      await page.getByRole('switch', { name: 'Drupal' }).click();
      await page.getByText('Unsaved changes: 1').waitFor();
      await workbench.quickInput.runCommand('View: Close Editor');
      // The notification may have moved to the notification center by now.
      await workbench.quickInput.runCommand('Notifications: Show Notifications');
      await workbench.page
        .locator('.notifications-center')
        .getByRole('button', { name: 'Reopen with My Changes' })
        .click();
      await page.getByText('Unsaved changes: 1').waitFor();
      await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
      await page.getByRole('button', { name: 'Discard' }).click();
      await workbench.editors.closeAll();
    });

    it('restore lists and the scroll position after another tab was in front', async () => {
      const { settings } = await probe.call('GET', canvas);
      const plugins = Array.from({ length: 300 }, (_, index) => ({
        name: `Plugin .${index}`,
        slug: `plugin-${index}`,
        activate: true,
      }));
      const lists = { selectedThemes: [], selectedPlugins: plugins, customThemePlugin: [] };
      await probe.call('PUT', canvas, { name: 'Many', ...lists, settings });
      // Rows listed earlier still have their old names.
      await workbench.quickInput.runCommand('Server Management: Refresh');
      await open('Plugins (300)', 'Canvas', 'Many');
      const page = panelPage(workbench.page);
      const filter = page.getByRole('searchbox', { name: 'Filter: Plugins' });
      const shown = page.locator('[aria-labelledby="plugins/title"] li');
      await filter.fill('.');
      await page.getByRole('button', { name: 'Show more' }).click();
      await eventually(async () => assert.equal(await shown.count(), 200));
      await shown.nth(150).scrollIntoViewIfNeeded();
      const place = async (): Promise<number> =>
        (await panelFrame(workbench.page)).evaluate(() => document.documentElement.scrollTop);
      const before = await place();
      assert.ok(before > 0);
      await open('Page Cache', 'Cache Configuration', 'shop-frankfurt', 'storefront');
      await workbench.quickInput.runCommand('View: Close Editor');
      await page.getByRole('heading', { name: /^Plugins/ }).waitFor();
      assert.deepEqual([await filter.inputValue(), await shown.count()], ['.', 200]);
      assert.equal(await place(), before);
    });

    it('get the same styles and colors from the editor as in the tests of pages, in every theme', async () => {
      await open('Details', 'Server', 'shop-frankfurt');
      const seen: Record<string, Awaited<ReturnType<typeof readStyle>>> = {};
      for (const theme of themes) {
        await switchTheme(workbench, theme);
        // The window's first theme is another light one: its kind would say nothing.
        const shown = `body[data-vscode-theme-id="${theme.id}"]`;
        await panelPage(workbench.page).locator(shown).waitFor();
        seen[theme.name] = await readStyle();
      }
      const all = Object.entries(seen);
      const variables = Object.fromEntries(all.map(([name, each]) => [name, each.variables]));
      const recorded = Object.entries(themeVariables);
      await writeFile('out/themeVariables.json', `${JSON.stringify(variables, undefined, 2)}\n`);
      const hint = 'if VS Code changed, take out/themeVariables.json';
      assert.deepEqual(
        all.map(([name, each]) => [name, withoutFonts(each.variables)]),
        recorded.map(([name, each]) => [name, withoutFonts(each)]),
        hint,
      );
      const styles = await readDefaultStyles();
      for (const { name } of themes) {
        assert.deepEqual(seen[name]?.classes.toSorted(), bodyClasses(name).toSorted());
        assert.equal(seen[name]?.styles, styles);
      }
    });

    /** The theme data that the editor gave the active panel's page. */
    async function readStyle() {
      const frame = await panelFrame(workbench.page);
      const used = await readUsedVariables();
      return frame.evaluate(
        (names) => {
          const given = document.documentElement.style;
          const styles = document.getElementById('_defaultStyles')?.textContent ?? '';
          return {
            styles,
            classes: [...document.body.classList],
            variables: Object.fromEntries(
              [...given]
                .filter((name) => names.includes(name))
                .toSorted()
                .map((name) => [name, given.getPropertyValue(name)]),
            ),
          };
        },
        [...used],
      );
    }
  });

  describe('pending changes', () => {
    let jobs: { id: number; label: string }[];

    before(async () => {
      const { data } = await probe.call('GET', '/api/v3/servers/1/cronjobs');
      jobs = (data as typeof jobs).slice(0, 3);
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.collapse('batch-renamed');
      await workbench.sideBar.expand('shop-frankfurt');
      await workbench.sideBar.expand('Cron Jobs');
    });

    it('are made in one document, reviewed side by side, and applied after one question', async () => {
      await stageTogether({ workbench, probe, jobs });
      await applyTogether({ workbench, probe, jobs });
    });

    it('are staged from a document, and show all of a long line in their comparison, without its secret', async () => {
      const [{ id, label } = assert.fail()] = jobs;
      const tab = `${id}.cron-job.json`;
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      await changeCommand(probe, id, `git pull https://deploy:${secret}@github.com/shop.git`);
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.pressInline(label, 'Open as JSON');
      await workbench.editors.opened(tab);
      await workbench.page.getByText('https://deploy:').waitFor();
      const content = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
      assert.match(String(content['command']), /^git pull https:\/\/deploy:•+1•+@github\.com/);
      const command = `${String(content['command'])} ${'-v '.repeat(120)}; the-very-end`;
      await workbench.editors.replaceText(
        `${JSON.stringify({ ...content, command }, undefined, 2)}\n`,
      );
      await workbench.editors.unsavedTab(tab).waitFor();
      await workbench.page
        .locator('.editor-actions')
        .getByRole('button', { name: 'Stage Changes' })
        .click();
      await workbench.editors.unsavedTab(tab).waitFor({ state: 'detached' });
      await workbench.sideBar.open('Source Control');
      await stagedRow(workbench, label).click();
      const side = workbench.page.locator('.monaco-diff-editor .editor.modified');
      const end = side.getByText('the-very-end').first();
      await end.waitFor();
      // A line that doesn't wrap goes on outside of the editor.
      await eventually(async () => {
        const [last, whole] = await Promise.all([end.boundingBox(), side.boundingBox()]);
        assert.ok(last && whole && last.x + last.width <= whole.x + whole.width);
      });
      assert.ok(!(await workbench.page.content()).includes(secret));
      await run('Apply All Pending Changes…');
      await workbench.messages.answerDialog('Apply');
      await stagedRow(workbench, label).waitFor({ state: 'detached' });
      const { command: live } = await probe.call('GET', `/api/v3/servers/1/cronjobs/${id}`);
      assert.equal(live, command.replace(/•+1•+/, secret));
      await workbench.editors.closeAll();
    });
  });
});
