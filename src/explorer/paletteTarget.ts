import { actions, isAction, toTarget } from '../actions/actions';
import { creations } from '../documents/creations/creations';
import { hasEvents } from '../panels/follow/logs';
import { hasPanel, hasTable } from '../panels/kindsWithPanel';
import { reportsByCommand } from '../panels/reports/reports';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type KindId } from '../resources/kinds/kinds';
import {
  collectionOf,
  parentOf,
  type ResourceReference,
  type Target,
  toKey,
} from '../resources/reference';
import type { CommandId } from '../actions/commands';

type Find = (reference: ResourceReference) => Resource | undefined;

/** Derives it from the selected row or the active document; undefined if the command has to ask. */
export function toPaletteTarget(
  command: CommandId,
  chosen: Target,
  find: Find,
): Target | undefined {
  if (command === 'serverManagement.runAction') return chosen;
  return isAction(command) ? toActionTarget(command, chosen, find) : narrowings[command]?.(chosen);
}

/**
 * The same for each of several. An action that sets a state takes all if it suits any: those that are
 * in it already stay as they are.
 */
export function toPaletteTargets(
  command: CommandId,
  chosen: readonly Target[],
  find: Find,
): readonly (Target | undefined)[] {
  const found = chosen.map((each) => toPaletteTarget(command, each, find));
  const isToggle = actions.some(({ command: own, sets }) => own === command && sets);
  return isToggle && found.some(Boolean)
    ? chosen.map((each) => toPaletteTarget(command, each, () => undefined))
    : found;
}

/** A new resource may be created next to the chosen one, or below any of its ancestors. */
function toActionTarget(command: CommandId, chosen: Target, find: Find): Target | undefined {
  const candidates = actions.filter((action) => action.command === command);
  for (const action of candidates) {
    const { kind, level, fields, suits } = action;
    const places = level === 'collection' && fields ? withParents(chosen) : [chosen];
    for (const place of places) {
      const target = toTarget(action, place);
      const resource = target && 'ids' in target ? find(target) : undefined;
      if (target && !(resource && suits && !suits(resource))) return target;
    }
    if (level === 'collection' && !findKind(kind).parent) {
      return { account: chosen.account, kind, parents: [] };
    }
  }
  return undefined;
}

function withParents(chosen: Target): readonly Target[] {
  const parent = parentOf(chosen);
  return parent ? [chosen, ...withParents(parent)] : [chosen];
}

/** Actions first, deletion last; what is written is left out for read-only accounts. */
export function commandsOf(
  chosen: readonly Target[],
  find: Find,
  isReadOnly = false,
): readonly CommandId[] {
  const ids = new Set<CommandId>([
    ...actions.map(({ command }) => command).filter((id) => id !== deleting),
    ...(Object.keys(narrowings) as CommandId[]),
    deleting,
  ]);
  const [first, second] = chosen;
  // A list has several to edit together; a single row doesn't.
  const isRow = first !== undefined && 'ids' in first && !second;
  return [...ids].filter(
    (id) =>
      !(isReadOnly && (isAction(id) || creating.has(id))) &&
      (second ? takesSeveral(id) : !isRow || narrowings[id] !== toTogether) &&
      toPaletteTargets(id, chosen, find).every((target, index) => isSame(target, chosen[index])),
  );
}

const creating: ReadonlySet<CommandId> = new Set([
  'serverManagement.newDraft',
  'serverManagement.duplicate',
]);

const deleting = 'serverManagement.delete';

function isSame(target: Target | undefined, chosen: Target | undefined): boolean {
  return target !== undefined && chosen !== undefined && toKey(target) === toKey(chosen);
}

function takesSeveral(command: CommandId): boolean {
  const ofCommand = actions.filter((action) => action.command === command);
  return ofCommand.length > 0
    ? ofCommand.every(({ isSingleTarget }) => !isSingleTarget)
    : [itself, toPinned, toTogether].some((each) => each === narrowings[command]);
}

type Narrowing = (chosen: Target) => Target | undefined;

const itself: Narrowing = (chosen) => ('ids' in chosen ? chosen : undefined);

function closest(matches: (kind: KindId) => boolean): Narrowing {
  return (chosen) => withParents(chosen).find((each) => 'ids' in each && matches(each.kind));
}

function offering(token: string): Narrowing {
  return closest((kind) => findKind(kind).offers?.({}).includes(token) === true);
}

const narrowings: Partial<Record<CommandId, Narrowing>> = {
  'serverManagement.loadAll': (chosen) => ('ids' in chosen ? undefined : chosen),
  'serverManagement.pin': toPinned,
  'serverManagement.copy': itself,
  'serverManagement.openSshTerminal': offering('connect'),
  'serverManagement.openRemoteSsh': offering('connect'),
  'serverManagement.followLog': offering('followLog'),
  'serverManagement.openTunnel': offering('tunnel'),
  'serverManagement.changeSshLogin': offering('ssh'),
  'serverManagement.editDeployScript': closest((kind) => kind === 'webApplication'),
  'serverManagement.openPanelPage': offering('page'),
  'serverManagement.openWebsite': offering('website'),
  'serverManagement.openDocument': (chosen) =>
    'ids' in chosen && findKind(chosen.kind).operations.read ? chosen : undefined,
  'serverManagement.compareWithOther': toEditable,
  'serverManagement.copyChangedFields': toEditable,
  'serverManagement.editTogether': toTogether,
  'serverManagement.newDraft': (chosen) =>
    'parents' in chosen && creations[chosen.kind] ? chosen : undefined,
  'serverManagement.duplicate': (chosen) =>
    'ids' in chosen && findKind(chosen.kind).variable && creations[chosen.kind]
      ? chosen
      : undefined,
  ...Object.fromEntries(
    Object.entries(reportsByCommand).map(([command, report]) => [
      command,
      closest((kind) => kind === report.kind),
    ]),
  ),
  'serverManagement.followEvents': closest(hasEvents),
  'serverManagement.openOverview': closest(hasPanel),
  'serverManagement.openTable': (chosen) => {
    const collection = collectionOf(chosen);
    return hasTable(collection.kind) ? collection : undefined;
  },
};

function toPinned(chosen: Target): Target | undefined {
  const { offers } = findKind(chosen.kind);
  return 'ids' in chosen && offers?.({}).includes('pin') ? chosen : undefined;
}

function toEditable(chosen: Target): Target | undefined {
  return 'ids' in chosen && findKind(chosen.kind).document?.editing ? chosen : undefined;
}

function toTogether(chosen: Target): Target | undefined {
  const { document, variable } = findKind(chosen.kind);
  return document?.editing && variable ? chosen : undefined;
}

export const accountCommands: ReadonlySet<CommandId> = new Set([
  'serverManagement.signIn',
  'serverManagement.editAccount',
  'serverManagement.removeAccount',
  'serverManagement.checkConnection',
  'serverManagement.allowChanges',
  'serverManagement.openSharedServers',
  'serverManagement.openSslProtocols',
]);

/** What a key passes if it's about the focused row: VS Code passes nothing. */
export const focusedRow = 'focusedRow';

/** VS Code passes undefined for a row or group that it is refreshing: it must not act elsewhere. */
export function isTargetLost(id: CommandId, parameters: readonly unknown[]): boolean {
  const [first, rows] = parameters;
  if (Array.isArray(rows) && rows.some(isMissing)) return true;
  if (ofSourceControl.has(id)) return parameters.some(isMissing);
  return ofDocuments.has(id) && parameters.length > 0 && isMissing(first);
}

function isMissing(parameter: unknown): boolean {
  return parameter === undefined || parameter === null;
}

/** Source Control passes each selected row as a parameter; without any, some act on all changes. */
const ofSourceControl: ReadonlySet<CommandId> = new Set([
  'serverManagement.applyPending',
  'serverManagement.reviewPending',
  'serverManagement.discardPending',
  'serverManagement.compareStaged',
  'serverManagement.openStaged',
  'serverManagement.keepStaged',
  'serverManagement.takeTheirs',
  'serverManagement.discardStaged',
  'serverManagement.applyStaged',
]);

/** Without a target, these act on the active document. */
const ofDocuments: ReadonlySet<CommandId> = new Set([
  'serverManagement.previewRequest',
  'serverManagement.compareWithLive',
  'serverManagement.compareWithOther',
  'serverManagement.copyChangedFields',
  'serverManagement.stageChanges',
  'serverManagement.duplicate',
  'serverManagement.revealInTree',
  'serverManagement.createFromDraft',
  'serverManagement.discardDraft',
]);
