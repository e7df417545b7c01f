import type { Gesture } from './gesture';

const server = '/api/v3/servers/1';
const git = `${server}/webapps/104/git`;
const custom = `${server}/webapps/102`;
const scriptTab = '104.deploy.sh';

/** The script that deploys a web application, and software that the service installs on another. */
export const softwareGestures: readonly Gesture[] = [
  {
    name: 'expand a web application again',
    async perform({ sideBar }) {
      await sideBar.expand('Web Applications');
      await sideBar.expand('staging');
      await sideBar.row('Git').waitFor();
    },
  },
  {
    name: 'open its deploy script',
    least: [`GET ${git}`],
    async perform({ sideBar, editors }) {
      await sideBar.chooseInMenu('Git', 'Edit Deploy Script');
      await editors.opened(scriptTab);
    },
  },
  {
    name: 'change and save it',
    least: (made) => {
      // Each connected repository has its own id.
      const sent = made.find((each) => /^PATCH .*\/git\/\d+\/script$/.test(each)) ?? 'PATCH';
      return [`GET ${git}`, sent];
    },
    because: 'what others changed meanwhile is read before it is sent; the answer has the script',
    async perform({ editors, page }) {
      await editors.replaceText('npm ci\n');
      await editors.unsavedTab(scriptTab).waitFor();
      await editors.save();
      await editors.unsavedTab(scriptTab).waitFor({ state: 'detached' });
      await editors.tab(scriptTab).click({ button: 'middle' });
      await editors.tab(scriptTab).waitFor({ state: 'detached' });
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'expand a custom web application',
    least: [
      'GET /api/v3/atomic/1',
      ...['git', 'ssl/advanced', 'waf'].map((part) => `GET ${custom}/${part}`),
    ],
    because:
      'rows show what is deployed, which the atomic project knows, the mode of certificates and whether the firewall is on',
    async perform({ sideBar }) {
      await sideBar.collapse('staging');
      await sideBar.expand('checkout');
      await sideBar.row('Git').getByText('deployed').waitFor();
    },
  },
  {
    name: 'install software',
    least: ['GET /api/v3/static/webapps/installers', `POST ${custom}/installer`],
    because: 'the service says what it can install; its answer is what the new row shows',
    async perform({ sideBar, quickInput }) {
      await sideBar.chooseInMenu('checkout', 'Maintenance', 'Install Software…');
      await quickInput.pick('joomla');
      await sideBar.row('Installed Software').waitFor();
    },
  },
  {
    name: 'see what is installed',
    async perform({ sideBar }) {
      await sideBar.expand('Installed Software');
      await sideBar.row('Joomla').waitFor();
      await sideBar.collapse('Web Applications');
    },
  },
];
