import { type CommandId, tokenOf } from '../../src/actions/commands';
import { creations } from '../../src/documents/creations/creations';
import { kinds } from '../../src/resources/kinds/kinds';
import { anyView, can } from './contributions/conditions';
import { contributionOf } from './contributions/contributions';
import { keyBindings } from './contributions/keyBindings';
import { paletteCondition } from './contributions/palette';
import type { MenuPlace } from './contributions/places';
import { submenuPlaces } from './contributions/submenus';
import { draftScheme, pendingScheme, schemaScheme, scheme } from '../../src/documents/schemes';
import { inputSchemaOf } from '../../src/agents/agentTable';
import { toolContributions, toolNames } from '../../src/agents/tools/toolContributions';
import { commandIds, titleKeys } from './commands';

type Json = Readonly<Record<string, unknown>>;

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

/** The contributions generated from tables in the code: commands, menus, schemas of documents, tools. */
export function toContributes(): Json {
  return {
    commands: commandIds.map(toCommand),
    keybindings: keyBindings(),
    menus: toMenus(),
    jsonValidation: toJsonValidation(),
    languageModelTools: toTools(),
  };
}

function toCommand(command: CommandId): Json {
  const { icon } = contributionOf(command);
  return {
    command,
    title: `%${titleKeys.get(command)}%`,
    category: '%category%',
    ...(icon ? { icon: `$(${icon})` } : {}),
  };
}

function toMenus(): Readonly<Record<string, readonly MenuEntry[]>> {
  const menus = new Map<string, MenuEntry[]>();
  const add = (menu: string, entry: MenuEntry): void => {
    menus.set(menu, [...(menus.get(menu) ?? []), entry]);
  };
  for (const command of commandIds) {
    for (const place of contributionOf(command).places) {
      const { menu, group } = place;
      const when = conditionOf(command, place);
      add(menu, { command, ...(when ? { when } : {}), group });
    }
  }
  for (const command of commandIds) {
    const when = paletteCondition(command);
    if (when !== '') add('commandPalette', { command, when });
  }
  for (const { menu, submenu, when, group } of submenuPlaces) add(menu, { submenu, when, group });
  return Object.fromEntries([...menus].map(([menu, entries]) => [menu, numbered(entries)]));
}

function conditionOf(command: CommandId, { menu, when, isSingleTarget }: MenuPlace): string {
  const isOfRows = menu === 'view/item/context';
  return [
    ...(isOfRows ? [anyView] : []),
    when ?? can(tokenOf(command)),
    ...(isSingleTarget ? ['!listMultiSelection'] : []),
  ]
    .filter(Boolean)
    .join(' && ');
}

/** Entries without a position in their group keep their order. */
function numbered(entries: readonly MenuEntry[]): MenuEntry[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    if (entry.group === undefined || entry.group.includes('@')) return entry;
    const count = (counts.get(entry.group) ?? 0) + 1;
    counts.set(entry.group, count);
    return { ...entry, group: `${entry.group}@${count}` };
  });
}

function toJsonValidation(): readonly Json[] {
  const documents = kinds.filter(({ operations, document }) => operations.read && !document?.text);
  const drafts = kinds.filter(({ id }) => creations[id]);
  return [
    ...documents.map(({ suffix }) => toValidation(scheme, suffix, '')),
    ...documents
      .filter(({ document }) => document?.editing)
      .map(({ suffix }) => toValidation(pendingScheme, suffix, '')),
    ...drafts.map(({ suffix }) => toValidation(draftScheme, suffix, 'new/')),
  ];
}

function toValidation(documentScheme: string, suffix: string, folder: string): Json {
  return {
    fileMatch: `${documentScheme}:/**/*.${suffix}.json`,
    url: `${schemaScheme}:///${folder}${suffix}.json`,
  };
}

function toTools(): readonly Json[] {
  return toolNames.map((name) => {
    const { referenceName, icon, modelDescription } = toolContributions[name];
    return {
      name,
      toolReferenceName: referenceName,
      displayName: `%tool.${referenceName}%`,
      modelDescription,
      userDescription: `%tool.${referenceName}%`,
      icon: `$(${icon})`,
      canBeReferencedInPrompt: true,
      tags: ['servers'],
      inputSchema: inputSchemaOf(name),
    };
  });
}
