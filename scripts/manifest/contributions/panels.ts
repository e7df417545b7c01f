import {
  accountMenu,
  attentionView,
  can,
  compareMenu,
  serversView,
  withAccounts,
} from './conditions';
import { type Contributions, inMenu, inReportsMenu, mending, row, title } from './places';

/** Reports and panels. */
export const panelsContributions = {
  'serverManagement.openEventLog': { places: [inReportsMenu('1_report')] },
  'serverManagement.followEvents': {
    icon: 'pulse',
    places: [inReportsMenu('1_report', can('openEventLog'))],
  },
  'serverManagement.openSupervisorStatus': { places: [inReportsMenu('1_report')] },
  'serverManagement.openWebApplicationSettings': { places: [inReportsMenu('1_report')] },
  'serverManagement.openDnsRecords': { places: [inReportsMenu('1_report')] },
  'serverManagement.openSshConfiguration': { places: [inReportsMenu('1_report')] },
  'serverManagement.openServiceStates': { places: [inReportsMenu('1_report')] },
  'serverManagement.openSharedServers': {
    places: [inMenu(accountMenu, '3_shared', ''), row('1_open@6')],
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
  'serverManagement.compareCanvases': { places: [inMenu(compareMenu, '1_compare')] },
} satisfies Contributions;
