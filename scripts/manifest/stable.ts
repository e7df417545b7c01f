/**
 * What VS Code lets every extension contribute. The VS Code used in tests allows proposed API for
 * all extensions, so only this list shows what a person's VS Code would refuse.
 */
const stable = {
  contributes: [
    'authentication',
    'chatSkills',
    'commands',
    'configuration',
    'configurationDefaults',
    'grammars',
    'jsonLanguageParticipants',
    'jsonValidation',
    'keybindings',
    'languageModelTools',
    'languages',
    'mcpServerDefinitionProviders',
    'menus',
    'submenus',
    'views',
    'viewsContainers',
    'viewsWelcome',
    'walkthroughs',
  ],
  menus: [
    'commandPalette',
    'editor/context',
    'editor/title',
    'scm/resourceGroup/context',
    'scm/resourceState/context',
    'scm/title',
    'view/item/context',
    'view/title',
    'webview/context',
  ],
};

interface Manifest {
  readonly enabledApiProposals?: unknown;
  readonly contributes: Readonly<Record<string, unknown>> & {
    readonly menus: Readonly<Record<string, unknown>>;
    readonly submenus: readonly { readonly id: string }[];
  };
}

/** Everything in a manifest that isn't known to be stable API; empty if it may be published. */
export function findProposed({ enabledApiProposals, contributes }: Manifest): readonly string[] {
  const submenus = contributes.submenus.map(({ id }) => id);
  return [
    ...(enabledApiProposals === undefined ? [] : ['enabledApiProposals']),
    ...Object.keys(contributes).filter((point) => !stable.contributes.includes(point)),
    ...Object.keys(contributes.menus).filter(
      (menu) => !stable.menus.includes(menu) && !submenus.includes(menu),
    ),
  ];
}
