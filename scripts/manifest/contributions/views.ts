import {
  attentionView,
  can,
  document,
  focusedRows,
  focusedTree,
  resourceViews,
  rowsMenu,
  serversView,
  withAccounts,
} from './conditions';
import { type Contributions, editor, inMenu, mending, row, title } from './places';

/** The views and what they show. */
export const viewsContributions = {
  'serverManagement.refresh': {
    icon: 'refresh',
    keys: { key: 'r', when: focusedTree },
    places: [
      row('inline@1', String.raw`viewItem =~ /^message .*\+refresh\b/`),
      row('7_refresh@1', String.raw`viewItem =~ /^(resource|collection|account|failure)\b/`),
    ],
  },
  'serverManagement.refreshAll': {
    icon: 'refresh',
    places: [title('navigation@2', `${resourceViews} && ${withAccounts}`)],
  },
  'serverManagement.loadMore': { places: [] },
  'serverManagement.loadAll': {
    places: [
      row('inline@1', String.raw`viewItem == more`),
      row('7_refresh@2', String.raw`viewItem =~ /^(more$|collection .*\+loadAll\b)/`),
    ],
  },
  'serverManagement.goToResource': {
    icon: 'search',
    keys: { key: 'g', when: withAccounts },
    places: [title('navigation@3', `${serversView} && ${withAccounts}`)],
  },
  'serverManagement.runAction': {
    icon: 'list-selection',
    keys: { key: 'a', when: withAccounts, rows: focusedRows },
    places: [],
  },
  'serverManagement.filterServers': {
    icon: 'filter',
    places: [title('1_view@1', `${serversView} && ${withAccounts}`)],
  },
  'serverManagement.clearFilter': {
    icon: 'clear-all',
    places: [title('navigation@0', `${serversView} && serverManagement.isFiltered`)],
  },
  'serverManagement.stopSearching': {
    icon: 'debug-stop',
    places: [title('navigation@0', `${serversView} && serverManagement.isSearching`)],
  },
  'serverManagement.groupServers': { places: [inMenu(rowsMenu, '1_rows', '')] },
  'serverManagement.sortServers': { places: [inMenu(rowsMenu, '1_rows', '')] },
  'serverManagement.hideKinds': { places: [inMenu(rowsMenu, '1_rows', '')] },
  'serverManagement.checkNow': {
    icon: 'refresh',
    places: [title('navigation@1', attentionView), row('inline@1', 'viewItem == unchecked')],
  },
  'serverManagement.fixAll': {
    icon: 'tools',
    places: [row('inline@1', can('fixAll')), row('0_mend', can('fixAll'))],
  },
  'serverManagement.muteKind': {
    icon: 'bell-slash',
    places: [row('inline@3', can('muteKind')), row('1_mute', can('muteKind'))],
  },
  'serverManagement.lookUpDomain': {
    icon: 'compass',
    // A browser has no resolver.
    places: mending('lookUpDomain', ' && !isWeb'),
  },
  'serverManagement.muteFinding': {
    icon: 'bell-slash',
    places: [row('inline@3', can('mute')), row('1_mute', can('mute'))],
  },
  'serverManagement.unmuteFinding': {
    icon: 'bell',
    places: [row('inline@3', can('unmute')), row('1_mute', can('unmute'))],
  },
  'serverManagement.pin': { icon: 'pin', places: [row('6_pin@1')] },
  'serverManagement.unpin': { icon: 'pinned', places: [row('6_pin@1')] },
  'serverManagement.revealInTree': {
    icon: 'list-tree',
    places: [editor('2_view@1', document)],
  },
} satisfies Contributions;
