/** The parts of the manifest that say where commands are offered. */
export interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly menus: Readonly<
    Record<string, readonly { readonly command: string; readonly when?: string }[]>
  >;
}

/** Where a command is offered: in the title of a view, or on rows whose context matches. */
export interface Offer {
  readonly menu: string;
  readonly rows: RegExp | undefined;
}

/** Where a command is offered in the views; the palette offers it unless that is excluded. */
export function findOffers({ menus }: Contributions, command: string): readonly Offer[] {
  const ofViews = Object.keys(menus).filter((menu) => /^(view\/|serverManagement\.)/.test(menu));
  return ofViews.flatMap((menu) =>
    (menus[menu] ?? [])
      .filter((each) => each.command === command)
      .map(({ when = '' }) => {
        const [, rows] = /viewItem =~ \/((?:\\.|[^/])+)\//.exec(when) ?? [];
        return { menu, rows: rows === undefined ? undefined : new RegExp(rows) };
      }),
  );
}

/** Whether the palette omits a command. */
export function isHidden({ menus }: Contributions, command: string): boolean {
  return (menus['commandPalette'] ?? []).some(
    (each) => each.command === command && each.when === 'false',
  );
}
