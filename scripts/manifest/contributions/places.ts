import type { CommandId } from '../../../src/actions/commands';
import { applicable, can, serversView, sourceControl } from './conditions';

/** A menu entry. */
export interface MenuPlace {
  readonly menu: MenuId;
  /** The group, with `@` and the position in it if that isn't the order of the commands. */
  readonly group: string;
  /** The condition; undefined if the row offers the command through a token named after it. */
  readonly when: string | undefined;
  /** Whether it's only shown while a single row is selected. */
  readonly isSingleTarget?: boolean;
}

/** The menus with commands; all of them are stable API. */
export type MenuId =
  | 'view/title'
  | 'view/item/context'
  | 'editor/title'
  | 'scm/title'
  | 'scm/resourceGroup/context'
  | 'scm/resourceState/context'
  | 'serverManagement.change'
  | 'serverManagement.maintenance'
  | 'serverManagement.compare'
  | 'serverManagement.connect'
  | 'serverManagement.viewAccount'
  | 'serverManagement.viewRows'
  | 'serverManagement.viewHelp';

/** How the manifest presents a command, besides its title, which is in `package.nls.json`. */
export interface Contribution {
  /** The id of a product icon. */
  readonly icon?: string;
  readonly places: readonly MenuPlace[];
  readonly keys?: KeyBinding;
}

/** A key, and when. */
interface KeyBinding {
  /** Pressed after the first chord of all key bindings, unless there's one for macOS. */
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
  /** When it's about the focused row. */
  readonly rows?: string;
}

export function title(group: string, when: string = serversView): MenuPlace {
  return { menu: 'view/title', group, when };
}

export function row(group: string, when?: string): MenuPlace {
  return { menu: 'view/item/context', group, when };
}

/** For a single row only. */
export function rowForOne(group: string): MenuPlace {
  return { menu: 'view/item/context', group, when: undefined, isSingleTarget: true };
}

/** For several rows only. */
export function forSeveral(group: string, token: string): MenuPlace {
  return row(group, `${can(token)} && listMultiSelection`);
}

/** On findings that a command fixes: as a button and first in the menu. */
export function mending(token: string, more = ''): readonly MenuPlace[] {
  const when = String.raw`viewItem =~ /^finding .*\+mend_${token}\b/` + more;
  return ['inline@1', '0_mend'].map((group) => row(group, when));
}

export function editor(group: string, when: string): MenuPlace {
  return { menu: 'editor/title', group, when };
}

/** In Source Control, on the rows of staged changes. */
export function staged(group: string, when = applicable): MenuPlace {
  return { menu: 'scm/resourceState/context', group, when };
}

/** In Source Control, in the title and on groups. */
export function stagedAll(title: string, group: string, when = applicable): readonly MenuPlace[] {
  return [
    { menu: 'scm/title', group: title, when: sourceControl },
    { menu: 'scm/resourceGroup/context', group, when },
    { menu: 'scm/resourceGroup/context', group: '1_pending', when },
  ];
}

/** In a submenu of rows or of a view's title. */
export function inMenu(menu: MenuId, group: string, when?: string): MenuPlace {
  return { menu, group, when };
}

/** The contributions of some commands. */
export type Contributions = Readonly<Partial<Record<CommandId, Contribution>>>;
