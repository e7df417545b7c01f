import type { CommandId } from '../actions/commandIds';

/**
 * Whether VS Code no longer knows what the person pointed at, and the command would do something
 * else instead of asking. It passes undefined for a row or group that it is refreshing.
 */
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
  'serverManagement.previewStaged',
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
