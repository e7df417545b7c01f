import { openWorkbench } from '../harness/workbench';

const themes = [
  { theme: 'Dark 2026', name: 'dark' },
  { theme: 'Light 2026', name: 'light' },
  { theme: 'Default High Contrast', name: 'high-contrast' },
  { theme: 'Default High Contrast Light', name: 'high-contrast-light' },
];

describe('the explorer in every theme', () => {
  for (const { theme, name } of themes) {
    it(`shows its rows and states: ${name}`, async () => {
      const workbench = await openWorkbench({
        theme,
        settings: { 'serverManagement.sandbox.autoStart': true },
        viewport: { width: 1280, height: 1000 },
      });
      try {
        const { sideBar } = workbench;
        await sideBar.open('Server Management');
        await sideBar.expand('shop-frankfurt');
        await sideBar.expand('Cron Jobs');
        await sideBar.row('Newsletter').waitFor();
        await sideBar.expand('Firewall Rules');
        await sideBar.row('TCP 8000-8999').waitFor();
        await sideBar.expand('Services');
        await sideBar.row('Memcached').waitFor();
        await workbench.screenshot(`explorer-theme-${name}`);
      } finally {
        await workbench.close();
      }
    });
  }
});
