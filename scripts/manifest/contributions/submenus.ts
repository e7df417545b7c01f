import {
  accountMenu,
  anyView,
  can,
  changeToken,
  compareMenu,
  connectMenu,
  maintenanceMenu,
  maintenanceToken,
  helpMenu,
  rowsMenu,
  serversView,
  withAccounts,
} from './conditions';
import type { MenuId } from './places';

/** A submenu in the context menu of rows, or in the title of a view. */
interface SubmenuPlace {
  readonly menu: MenuId;
  readonly submenu: MenuId;
  readonly group: string;
  readonly when: string;
}

function rowSubmenu(submenu: MenuId, group: string, when: string): SubmenuPlace {
  return { menu: 'view/item/context', submenu, group, when: `${anyView} && ${when}` };
}

/** Every submenu. */
export const submenuPlaces: readonly SubmenuPlace[] = [
  {
    menu: 'view/title',
    submenu: rowsMenu,
    group: '1_view@2',
    when: `${serversView} && ${withAccounts}`,
  },
  { menu: 'view/title', submenu: accountMenu, group: '3_account@1', when: serversView },
  { menu: 'view/title', submenu: helpMenu, group: '4_log@1', when: serversView },
  rowSubmenu(connectMenu, '3_connect@1', can('connect')),
  rowSubmenu('serverManagement.change', '4_change@1', can(changeToken)),
  rowSubmenu(maintenanceMenu, '4_change@2', can(maintenanceToken)),
  rowSubmenu(compareMenu, '5_compare@1', can('edit')),
];
