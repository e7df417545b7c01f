import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { accountIdOf, ofDocument, selectedReferences, toCollection } from '../target';
import { toActionContext } from './actionHandlers';
import { isObject } from '../../../base/json';
import type { StagedChange } from '../../../pending/stagedChange';
import { showDocument } from '../../documents/documentUri';
import { showMessage } from '../../editor/messages';
import { showPick } from '../../editor/quickInput';
import {
  applyPending,
  compareStaged,
  discardStaged,
  keepStaged,
  reviewPending,
} from '../../pending/applyPending';
import { allIn, editTogether, stageChanges } from '../../pending/editTogether';
import { hasAccount } from '../../prompts/pickers/pickResource';
import { nameOfChange } from '../../pending/describeStaged';
import {
  exportToFolder,
  planFromFolder,
  takeTheirs,
  updateFromService,
} from '../../pending/folders/folderCommands';
import { t } from '../../../base/l10n';

export const pendingHandlers = {
  'serverManagement.answerReverts': (services) => services.answerReverts(),

  'serverManagement.stageChanges': async (services, parameter) => {
    const reference = ofDocument(parameter);
    if (reference) await stageChanges(services, reference);
  },

  'serverManagement.editTogether': async (services, ...parameters) => {
    if (!(await hasAccount(services.sessions))) return;
    const collection = toCollection(parameters[0]);
    const references = collection
      ? await allIn(services, collection)
      : selectedReferences(parameters);
    await editTogether(services, references);
  },

  'serverManagement.applyPending': async (services, group) => {
    const chosen = await ofGroup(services, group);
    // A conflict remains until it's resolved.
    await applyStaged(
      services,
      isGroup(group)
        ? chosen
        : chosen.filter(({ state: { type } }) => type !== 'conflict' && type !== 'drifted'),
    );
  },

  'serverManagement.reviewPending': async (services, group) =>
    reviewPending(services, await ofGroup(services, group)),

  'serverManagement.discardPending': async (services, group) =>
    discardStaged(services, await ofGroup(services, group)),

  'serverManagement.applyStaged': forChosen(applyStaged),

  'serverManagement.discardStaged': forChosen(discardStaged),

  'serverManagement.compareStaged': forOne(compareStaged),

  'serverManagement.openStaged': forOne((services, { reference }) =>
    showDocument(services, reference),
  ),

  'serverManagement.keepStaged': forOne(keepStaged),

  'serverManagement.takeTheirs': forChosen(takeTheirs),

  'serverManagement.exportToFolder': (services, ...parameters) =>
    exportToFolder(services, selectedReferences(parameters), accountIdOf(parameters[0])),

  'serverManagement.planFromFolder': (services, folder) =>
    planFromFolder(services, folder instanceof vscode.Uri ? folder : undefined),

  'serverManagement.updateFolder': (services, folder) =>
    updateFromService(services, folder instanceof vscode.Uri ? folder : undefined),
} satisfies Partial<Record<keyof Handlers, Handler>>;

function applyStaged(services: Services, staged: readonly StagedChange[]): Promise<void> {
  return applyPending(services, staged, toActionContext(services));
}

function forChosen(
  run: (services: Services, staged: readonly [StagedChange, ...StagedChange[]]) => Promise<void>,
): Handler {
  return async (services, ...rows) => {
    const [first, ...others] = await chosenChanges(services, rows);
    if (first) await run(services, [first, ...others]);
  };
}

function forOne(run: (services: Services, staged: StagedChange) => Promise<void>): Handler {
  return forChosen((services, [staged]) => run(services, staged));
}

function isGroup(value: unknown): value is { readonly id: string } {
  return isObject(value) && typeof value['id'] === 'string' && 'resourceStates' in value;
}

async function ofGroup({ pending }: Services, group: unknown): Promise<readonly StagedChange[]> {
  await pending.changes.refresh();
  const { all } = pending.changes;
  return isGroup(group) ? pending.view.changesIn(group.id) : all;
}

/** The changes of rows in Source Control or of documents; without any, the person picks one. */
async function chosenChanges(
  { pending, title }: Services,
  rows: readonly unknown[],
): Promise<readonly StagedChange[]> {
  await pending.changes.refresh();
  const uris = rows.flat().flatMap((row) => {
    const uri: unknown = isObject(row) && 'resourceUri' in row ? row['resourceUri'] : row;
    return uri instanceof vscode.Uri ? [uri] : [];
  });
  if (uris.length > 0) return uris.flatMap(({ path }) => pending.changes.findPath(path) ?? []);
  const { all } = pending.changes;
  if (all.length === 0) {
    void showMessage('information', t('Nothing is staged.'));
    return [];
  }
  const chosen = await showPick(
    all.map((staged) => {
      const description = staged.path.split('/').slice(1, -1).join(' › ');
      return { label: nameOfChange(staged), description, staged };
    }),
    { title, placeHolder: t('Select a pending change'), matchOnDescription: true },
  );
  return chosen ? [chosen.staged] : [];
}
