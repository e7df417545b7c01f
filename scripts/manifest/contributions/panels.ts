import { accountMenu, attentionView, connectMenu, serversView, withAccounts } from './conditions';
import { type Contributions, inMenu, mending, row, title } from './places';

/** Reports and panels. */
export const panelsContributions = {
  'serverManagement.followEvents': {
    icon: 'output',
    places: [inMenu(connectMenu, '1_connect')],
  },
  'serverManagement.openDnsRecords': { places: [row('1_open@3')] },
  'serverManagement.openSharedServers': {
    places: [inMenu(accountMenu, '3_shared', ''), row('1_open@6')],
  },
  'serverManagement.openSslProtocols': {
    places: [inMenu(accountMenu, '3_shared', ''), row('1_open@7')],
  },
  'serverManagement.openFleet': {
    icon: 'dashboard',
    places: [
      title('1_view@0', `${serversView} && ${withAccounts}`),
      title('navigation@2', attentionView),
    ],
  },
  'serverManagement.openOverview': {
    icon: 'preview',
    places: [row('inline@3'), row('1_open@1'), ...mending('openOverview')],
  },
  'serverManagement.openTable': {
    icon: 'table',
    places: [row('inline@3'), row('1_open@1'), ...mending('openTable')],
  },
} satisfies Contributions;
