import { can, canWithout, connectMenu } from './conditions';
import { type Contributions, copy, inMenu, mending, row } from './places';

/** Copying and connecting. */
export const connectingContributions = {
  'serverManagement.copyName': { places: [copy('1_copy')] },
  'serverManagement.copyId': { places: [copy('1_copy')] },
  'serverManagement.copyAddress': { places: [copy('1_copy')] },
  'serverManagement.copyJson': { places: [copy('1_copy')] },
  'serverManagement.copyApiPath': { places: [copy('1_copy')] },
  'serverManagement.copyLink': { places: [copy('1_copy', can('link'))] },
  'serverManagement.copyInstallationScript': { places: [copy('2_credential', can('ssh'))] },
  'serverManagement.copyDeploymentKey': {
    places: [{ ...copy('2_copy', can('copyDeploymentKey')), isSingleTarget: true }],
  },
  'serverManagement.copyDnsRecords': {
    places: [{ ...copy('2_copy', can('openDnsRecords')), isSingleTarget: true }],
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
