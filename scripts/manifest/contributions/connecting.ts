import { accountMenu, can, canWithout, connectMenu, withAccounts } from './conditions';
import { type Contributions, inMenu, mending, row } from './places';

/** Copying and connecting. */
export const connectingContributions = {
  'serverManagement.copy': {
    places: [row('7_copy@1', String.raw`viewItem =~ /^resource\b/`)],
  },
  'serverManagement.openSshTerminal': {
    icon: 'terminal',
    places: [inMenu(connectMenu, '1_connect', can('connect')), ...mending('openSshTerminal')],
  },
  'serverManagement.openRemoteSsh': {
    places: [inMenu(connectMenu, '1_connect', can('connect'))],
  },
  'serverManagement.followLog': {
    places: [inMenu(connectMenu, '1_connect', can('followLog'))],
  },
  'serverManagement.openTunnel': {
    places: [
      inMenu(connectMenu, '1_connect', can('tunnel')),
      row('3_connect@2', canWithout('tunnel', 'connect')),
    ],
  },
  'serverManagement.changeSshLogin': {
    places: [inMenu(connectMenu, '3_login', can('connect'))],
  },
  'serverManagement.writeSshHosts': { places: [inMenu(accountMenu, '3_agents', withAccounts)] },
  'serverManagement.openPanelPage': {
    icon: 'link-external',
    places: [
      ...mending('openPanelPage'),
      inMenu(connectMenu, '2_page', can('page')),
      row('3_connect@3', canWithout('page', 'connect')),
    ],
  },
  'serverManagement.openWebsite': {
    icon: 'link-external',
    places: [
      row('inline@1', can('website')),
      inMenu(connectMenu, '2_page', can('website')),
      row('3_connect@4', canWithout('website', 'connect')),
    ],
  },
} satisfies Contributions;
