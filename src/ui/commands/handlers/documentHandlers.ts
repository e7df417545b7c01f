import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { asFindings, asNode, asReference, ofDocument, ownerFor } from '../target';
import { fieldOf } from '../../../findings/inDocument';
import { findKind, kinds, lineage } from '../../../resources/kinds/kinds';
import { parentOf, type ResourceReference, toKey } from '../../../resources/reference';
import { compareCanvases } from './panelHandlers';
import {
  compareWithLive,
  compareWithOther,
  orShowError,
  showDocument,
  showField,
  toUri,
} from '../../documents/documentUri';
import { previewStaged } from '../../pending/applyPending';
import { findStaged } from '../../pending/describeStaged';
import { copyFields } from '../../pending/editTogether';
import { uriInFront } from '../../documents/inFront';
import { previewRequest } from '../../documents/previewRequest';
import { hasAccount, pickOf, pickResource } from '../../prompts/pickers/pickResource';
import { createButton, createPick } from '../../editor/quickInput';
import { askModal, showError, showMessage, tryAgain, commandButton } from '../../editor/messages';
import { showWatched } from '../../explorer/watch/watching';
import { toMissing } from '../../../resources/readSubstitutes';
import { formats, t } from '../../../base/l10n';
import { describePlace } from '../../../actions/question';
import { toAccountName } from '../../../accounts/account';
import {
  type AgentCall,
  findObstacle,
  type LoggedChange,
  type Obstacle,
  type HistoryVerb,
  sidesOf,
} from '../../../documents/history/changeLog';
import { toDocumentText } from '../../../documents/content';
import { describeEntry, describeParts } from '../../../documents/history/describeEntry';
import { describeChanges, describeWhole } from '../../../documents/history/describeChanges';
import {
  isConflict,
  nameOutcome,
  outcomeIcons,
  StoppedError,
  WriteError,
} from '../../../documents/writing/outcome';
import type { JsonObject } from '../../../base/json';
import type { DocumentServices } from '../../documents/documentServices';
import { withLateProgress } from '../../editor/progress';
import { showBriefly } from '../../editor/statusBar';
import { showDiff } from '../../editor/diff';
import { toNamedPath } from '../../../resources/names/resourceNames';
import type { ActionCommand } from '../../../actions/commands';
import { toPlain } from '../../../base/foreignText';
import { isToolName, toolContributions } from '../../../agents/tools/toolContributions';

export const documentHandlers = {
  'serverManagement.openDocument': async (services, parameter) => {
    const reference = asReference(parameter) ?? (await pickOfAnyKind(services));
    const [finding] = asFindings(parameter);
    if (!reference) return;
    if (finding) await showField(services, reference, (content) => fieldOf(finding, content));
    else await showDocument(services, reference);
  },

  'serverManagement.editDeployScript': editDeployScript,

  'serverManagement.saveDocument': async ({ saveGate }) => {
    const save = (): Thenable<unknown> =>
      vscode.commands.executeCommand('workbench.action.files.save');
    const uri = uriInFront();
    await (uri ? saveGate.mean(uri.toString(), save) : save());
  },

  // Of a document, or of a change on a row of Source Control.
  'serverManagement.previewRequest': async (services, parameter) => {
    const staged = findStaged(services.pending.changes, parameter);
    const reference = staged ? undefined : ofDocument(parameter);
    if (staged) await previewStaged(services, staged);
    else if (reference) await previewRequest(services, reference);
  },

  'serverManagement.compareWithLive': async (services, parameter) => {
    const reference = ofDocument(parameter);
    if (reference) await compareWithLive(services, reference);
  },

  'serverManagement.compareWithOther': async (services, parameter, given) => {
    const reference = ofDocument(parameter);
    if (!reference) return;
    const others = [given]
      .flat()
      .flatMap((each) => asReference(each) ?? [])
      .filter((each) => toKey(each) !== toKey(reference));
    const [other = await pickResource(services, reference.kind, reference)] =
      others.length === 1 ? others : [];
    if (!other) return;
    const areCanvases = [reference, other].every(({ kind }) => kind === 'canvas');
    await (areCanvases ? compareCanvases : compareWithOther)(services, reference, other);
  },

  'serverManagement.copyChangedFields': async (services, parameter, targets) => {
    const reference = ofDocument(parameter);
    // On a row, these are the selected rows, which anyone can pass: the person picks the others.
    const isCall = Array.isArray(targets) && !asNode(parameter);
    const given = isCall ? targets.flatMap((each) => asReference(each) ?? []) : [];
    if (reference) await copyFields(services, reference, given);
  },

  'serverManagement.showChanges': (services) => showChanges(services),

  'serverManagement.showWatched': ({ watches, names, title }) => showWatched(watches, names, title),
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function pickOfAnyKind(services: Services): Promise<ResourceReference | undefined> {
  if (!(await hasAccount(services.sessions))) return undefined;
  const readable = kinds.filter(({ operations }) => operations.read);
  return pickOf(
    services,
    readable.map(({ id }) => id),
  );
}

async function editDeployScript(services: Services, parameter: unknown): Promise<void> {
  const application = await ownerFor(services, 'serverManagement.editDeployScript', parameter);
  if (!application) return;
  const script: ResourceReference = { ...application, kind: 'deployScript' };
  await orShowError(services, script, async () => {
    const uri = await toUri(services, script).catch((error: unknown) => {
      if (!toMissing(error, true)) throw error;
      const target: ResourceReference = { ...application, kind: 'gitRepository' };
      void showMessage('information', t('No repository connected.'), [
        commandButton(t('Connect…'), 'serverManagement.connectRepository', target),
      ]);
    });
    if (uri) await vscode.window.showTextDocument(uri, { preview: true });
  });
}

interface HistoryItem extends vscode.QuickPickItem {
  /** Absent for a call of an agent. */
  readonly change?: LoggedChange;
}

const showSidesTitle = (): string => t('Show Before and After');
const compareButton = createButton('diff', showSidesTitle);
const open = createButton('go-to-file', () => t('Open the Resource'));
const revert = createButton('discard', () => t('Revert…'));

/** Commands that undo another command; they ask their own questions. */
function undoOf({ verb }: LoggedChange) {
  const undos: Partial<Record<HistoryVerb, readonly [string, string, ActionCommand]>> = {
    created: ['trash', t('Delete…'), 'serverManagement.delete'],
    enabled: ['discard', t('Disable'), 'serverManagement.disableCronJob'],
    disabled: ['discard', t('Enable'), 'serverManagement.enableCronJob'],
  };
  const [icon, tooltip, command] = (verb && undos[verb]) ?? [];
  return icon === undefined
    ? undefined
    : { iconPath: new vscode.ThemeIcon(icon), tooltip, command };
}

async function showChanges(services: DocumentServices): Promise<void> {
  const accounts = new Map(
    (await services.sessions.accounts()).map(({ id, label }) => [id, label]),
  );
  await services.changeLog.refresh();
  const { changeLog } = services;
  const pick = createPick<HistoryItem>();
  pick.title = t('Change History');
  pick.placeholder = t('Choose a change to see it before and after');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = [
    ...changeLog.entries.map((each) => ({ at: each.at, item: toItem(services, each, accounts) })),
    ...changeLog.calls.map((each) => ({ at: each.at, item: toCallItem(each, accounts) })),
  ]
    .toSorted((one, other) => other.at - one.at)
    .map(({ item }) => item);
  if (pick.items.length === 0) pick.placeholder = t('No changes yet.');
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    pick.hide();
    if (chosen?.change) void showSides(services, chosen.change);
  });
  pick.onDidTriggerItemButton(({ item: { change }, button }) => {
    pick.hide();
    if (!change) return;
    if (button === revert) void revertChange(services, change);
    else if ('command' in button) {
      void vscode.commands.executeCommand(String(button.command), change.reference);
    } else if (button === open) void showDocument(services, change.reference);
    else void showSides(services, change);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

/** Asks for confirmation first, and refuses if someone has changed the same fields since. */
export async function revertChange(
  services: DocumentServices,
  change: LoggedChange,
): Promise<void> {
  const { before, after } = sidesOf(change.changes);
  const inverse = change.changes.map(({ path, ...sides }) => ({
    path,
    before: sides.after,
    after: sides.before,
  }));
  const title = describeEntry(change);
  const isAgreed = await askModal({
    question: t('Revert "{0}"?', title),
    detail: describeRevert(inverse),
    place: await describePlace(services, [change.reference]),
    button: t('Revert'),
  });
  if (!isAgreed) return;
  const { reference } = change;
  try {
    await services.documents.change(reference, () => ({ base: after, mine: before }), {
      isRevert: true,
      progress: (work) => withLateProgress(t('Reverting: {0}', title), work),
    });
    showBriefly(t('Reverted: {0}', title));
  } catch (error) {
    if (error instanceof StoppedError) return;
    const show = { title: t('Open'), run: () => showDocument(services, reference) };
    if (isConflict(error)) {
      const text = t('Couldn\'t revert "{0}": someone else changed the same fields since.', title);
      await showMessage('error', text, [show]);
      return;
    }
    const again = tryAgain(() => revertChange(services, change));
    const { outcome, cause } = error instanceof WriteError ? error : { outcome: 'failed' as const };
    // The rest of the sentence about a part would say the same again.
    const why = outcome === 'partly' && cause !== undefined ? cause : error;
    await showError(describeUnreverted(outcome, title), why, [again, show]);
  }
}

function describeRevert(changes: LoggedChange['changes']): string {
  const shown = describeChanges(changes).join('\n');
  if (shown === describeWhole(changes).join('\n')) return shown;
  const where = t('"{0}" in the change history shows the whole values.', showSidesTitle());
  return `${shown}\n${where}`;
}

/** For a revert that wasn't completed; the error itself says why. */
function describeUnreverted(outcome: WriteError['outcome'], title: string): string {
  if (outcome === 'unknown') return t('Couldn\'t confirm that "{0}" was reverted.', title);
  return outcome === 'partly'
    ? t('"{0}" was reverted only in part.', title)
    : t('Couldn\'t revert "{0}".', title);
}

async function showSides(services: DocumentServices, change: LoggedChange): Promise<void> {
  const { before, after } = sidesOf(change.changes);
  const kind = findKind(change.reference.kind);
  const name = toNamedPath(change.reference, services.names.inPaths);
  const put = (side: string, content: JsonObject): vscode.Uri =>
    services.snapshots.put(`/${side}/${change.at}${name}`, toDocumentText(kind, content));
  const left = put('before', before);
  const right = put('after', after);
  const title = t('{0}: before ↔ after', describeEntry(change));
  await showDiff(left, right, title);
}

/** @param accounts labels of the existing accounts, by id. */
function toItem(
  { names, sessions }: DocumentServices,
  change: LoggedChange,
  accounts: ReadonlyMap<string, string>,
): HistoryItem {
  const { reference, outcome, at, verb, name, reason = '' } = change;
  const account = accounts.get(reference.account) ?? toAccountName(reference.account);
  const kind = t(findKind(reference.kind).names.one);
  const found = findObstacle(change, new Set(accounts.keys()));
  const undo = found === 'accountRemoved' || !isSingle(reference) ? undefined : undoOf(change);
  // Enabling is undone by disabling, not by writing fields.
  const obstacle = undo && verb !== 'created' ? undefined : found;
  const isReadOnly = sessions.isReadOnly(reference.account);
  const canOpen =
    obstacle !== 'deleted' &&
    obstacle !== 'accountRemoved' &&
    findKind(reference.kind).operations.read !== undefined &&
    isSingle(reference);
  const parent = isSingle(reference) ? parentOf(reference) : undefined;
  const place = parent ? names.pathOf(parent).map(String) : [];
  const isNamedByKind = verb !== undefined || name === '';
  return {
    label: describeEntry(change),
    description: [...(isNamedByKind ? [] : [kind]), ...place, account].join(' · '),
    detail: [
      formats.moment(at),
      reason,
      outcome === 'done'
        ? ''
        : (outcome === 'accepted' ? '' : describeParts(change)) || nameOutcome(outcome),
      obstacle && outcome !== 'notApplied' ? explainObstacle(obstacle) : '',
      isReadOnly ? t('The account is read-only') : '',
    ]
      .filter(Boolean)
      .join(' · '),
    iconPath: new vscode.ThemeIcon(outcomeIcons[outcome]),
    buttons: [
      compareButton,
      ...(canOpen ? [open] : []),
      ...(undo && !isReadOnly ? [undo] : []),
      ...(obstacle || undo || isReadOnly ? [] : [revert]),
    ],
    change,
  };
}

function isSingle({ kind, ids }: ResourceReference): boolean {
  return ids.length === lineage(kind).filter(({ variable }) => variable).length;
}

function explainObstacle(obstacle: Obstacle): string {
  const words: Readonly<Record<Obstacle, string>> = {
    accountRemoved: t("Can't be undone: the account was removed"),
    created: t('Delete it to undo'),
    deleted: t("Can't be undone: deleted"),
    nothing: t("Can't be undone"),
    unknown: t("Can't be undone: the previous value is unknown"),
    readOnly: t("Can't be undone: the fields are read-only"),
  };
  return words[obstacle];
}

/** @param labels the labels of existing accounts, by id. */
function toCallItem(
  { at, agent, tool, accounts, outcome }: AgentCall,
  labels: ReadonlyMap<string, string>,
): vscode.QuickPickItem {
  const title = isToolName(tool) ? t(toolContributions[tool].title) : tool;
  const outcomes = {
    done: '',
    failed: t('failed'),
    notSent: t('refused'),
    unknown: t('not answered yet'),
  };
  return {
    label: `${toPlain(agent) || t('Agent')}: ${toPlain(title)}`,
    description: accounts.map((id) => toPlain(labels.get(id) ?? toAccountName(id))).join(', '),
    detail: [formats.moment(at), outcomes[outcome]].filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(outcome === 'done' ? 'hubot' : 'error'),
  };
}
