import { openWorkbench, type Workbench } from '../harness/workbench';
import { switchTheme, themes } from '../support/themes';

describe('the explorer in every theme', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({
      settings: { 'serverManagement.sandbox.autoStart': true },
      viewport: { width: 1280, height: 1000 },
    });
    const { sideBar } = workbench;
    await sideBar.open('Server Management');
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cron Jobs');
    await sideBar.row('Newsletter').waitFor();
    await sideBar.expand('Firewall Rules');
    await sideBar.row('TCP 8000-8999').waitFor();
    await sideBar.expand('Services');
  });

  after(() => workbench.close());

  for (const theme of themes) {
    it(`shows its rows and states: ${theme.name}`, async () => {
      await switchTheme(workbench, theme);
      await workbench.sideBar.row('Memcached').waitFor();
      await workbench.screenshot(`explorer-theme-${theme.name}`);
    });
  }
});
