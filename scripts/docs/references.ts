import { toCallsTable } from './calls';
import type { Manifest } from './manifest';
import { toTable } from './table';

/** Where a command appears, by its menu. */
const places: readonly (readonly [menu: string, place: string])[] = [
  ['view/item/context', 'rows'],
  ...['change', 'compare', 'connect', 'copy'].map(
    (menu) => [`serverManagement.${menu}`, 'rows'] as const,
  ),
  ['view/title', 'title of the view'],
  ...['viewAccount', 'viewRows', 'viewHelp'].map(
    (menu) => [`serverManagement.${menu}`, 'title of the view'] as const,
  ),
  ['editor/title', 'title of the document'],
];

/** The tables generated from the manifest and the actions, by the name of their place in docs/reference.md. */
export const references: Readonly<Record<string, (manifest: Manifest) => string>> = {
  settings: ({ contributes }) =>
    toTable(
      ['Setting', 'Default', 'Meaning'],
      Object.entries(contributes.configuration.properties).map(([name, setting]) => [
        `\`${name}\``,
        `\`${JSON.stringify(setting.default)}\``,
        setting.markdownDescription,
      ]),
    ),
  commands: ({ contributes }) =>
    toTable(
      ['Command', 'Id', 'Where'],
      contributes.commands.map(({ command, title }) => [
        title,
        `\`${command}\``,
        placesOf(contributes.menus, command).join(', '),
      ]),
    ),
  keys: ({ contributes }) =>
    toTable(
      ['Command', 'Windows, Linux', 'macOS'],
      [...new Map(contributes.keybindings.map((each) => [each.command, each])).values()].map(
        ({ command, key, mac }) => [
          contributes.commands.find((each) => each.command === command)?.title ?? command,
          `<kbd>${key.toUpperCase().replace(' ', '</kbd> <kbd>')}</kbd>`,
          `<kbd>${mac.toUpperCase().replace(' ', '</kbd> <kbd>')}</kbd>`,
        ],
      ),
    ),
  tools: ({ contributes }) =>
    toTable(
      ['In a chat', 'What it does'],
      contributes.languageModelTools.map(({ toolReferenceName, modelDescription }) => [
        `\`#${toolReferenceName}\``,
        modelDescription,
      ]),
    ),
  calls: toCallsTable,
};

/**
 * Puts the references into their places in a text: between `<!-- commands -->` and `<!-- /commands -->`.
 * Throws if a reference has no place.
 */
export function withReferences(text: string, manifest: Manifest): string {
  return Object.entries(references).reduce((written, [name, toReference]) => {
    const place = new RegExp(`(<!-- ${name} -->\n).*?(\n<!-- /${name} -->)`, 's');
    if (!place.test(written)) throw new Error(`There is no place for the reference "${name}".`);
    return written.replace(
      place,
      (_, start: string, end: string) => `${start}\n${toReference(manifest)}\n${end}`,
    );
  }, text);
}

function placesOf(menus: Manifest['contributes']['menus'], command: string): string[] {
  const isListed = !menus['commandPalette']?.some(
    (entry) => entry.command === command && entry.when === 'false',
  );
  const offered = places.filter(([menu]) =>
    menus[menu]?.some((entry) => entry.command === command),
  );
  return [...(isListed ? ['palette'] : []), ...new Set(offered.map(([, place]) => place))];
}
