import * as vscode from 'vscode';
import { compareWithLive } from './documentUri';
import { findDocument } from './inFront';
import { tryParse } from '../../documents/content';
import { type Change, diff } from '../../base/json';
import type { SaveAnswer, SaveQuestion } from '../../documents/saveGate';
import { parseDraftPath } from '../../documents/drafts/draftPath';
import { findKind } from '../../resources/kinds/kinds';
import type { DocumentServices } from './documentServices';
import { markOddities } from '../../base/oddText';
import { createPick, type SafeQuickPick, type PickItem } from '../editor/quickInput';
import { showError, tryAgain } from '../editor/messages';
import { parseUri } from '../editor/uris';
import { t } from '../../base/l10n';

interface UnsavedItem extends PickItem {
  readonly uri?: vscode.Uri;
  readonly answer?: SaveAnswer;
}

export function wouldSend(services: DocumentServices, uri: vscode.Uri, text: string): boolean {
  return changesIn(services, uri, text).length > 0;
}

/** None in invalid JSON, which the save itself rejects. */
function changesIn({ documents }: DocumentServices, uri: vscode.Uri, text: string): Change[] {
  const reference = parseUri(uri);
  const base = reference && documents.baseOf(reference);
  const mine = tryParse(text, reference && findKind(reference.kind), base);
  return diff(base ?? {}, mine ?? base ?? {});
}

/** Asks whether to save documents that the person may not mean to; each can be reviewed first. */
export function askToSave(services: DocumentServices, keys: readonly string[]): SaveQuestion {
  const pick = createPick<UnsavedItem>();
  // Reviewing a document takes the focus.
  pick.ignoreFocusOut = true;
  pick.placeholder = t('Select a resource to review its changes');
  let latest = 0;
  const show = async (all: readonly string[]): Promise<void> => {
    const current = (latest += 1);
    const items = await Promise.all(
      toBeAsked(services, all).map((uri) => toUnsavedItem(services, uri)),
    );
    if (current === latest) fill(pick, items);
  };
  const answer = new Promise<SaveAnswer>((resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.uri) return void showDifference(services, chosen.uri);
      resolve(chosen?.answer ?? 'leave');
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve('leave');
      pick.dispose();
    });
  });
  void show(keys).then(() => pick.show());
  return { answer, show: (all) => void show(all) };
}

/** The documents that would be sent: the one saved first, and others whose saves are in progress. */
function toBeAsked(services: DocumentServices, keys: readonly string[]): vscode.Uri[] {
  return keys.flatMap((key, index) => {
    const uri = vscode.Uri.parse(key);
    const document = findDocument(uri);
    const isSent = document?.isDirty === true && wouldSend(services, uri, document.getText());
    return index === 0 || (isSent && !services.proposals.get(key)) ? [uri] : [];
  });
}

function fill(pick: SafeQuickPick<UnsavedItem>, resources: readonly UnsavedItem[]): void {
  const isOne = resources.length === 1;
  pick.title = isOne
    ? t('1 resource will change')
    : t('{0} resources will change', resources.length);
  pick.items = [
    ...resources,
    {
      label: t("Don't Save"),
      detail: isOne
        ? t("Doesn't send anything; the document stays unsaved")
        : t("Doesn't send anything; the documents stay unsaved"),
      iconPath: new vscode.ThemeIcon('close'),
      answer: 'leave',
    },
    {
      label: isOne
        ? t("Save, and Don't Ask in This Window")
        : t("Save All, and Don't Ask in This Window"),
      detail: t('Tasks, tests and debugging then also send unsaved changes'),
      iconPath: new vscode.ThemeIcon('bell-slash'),
      answer: 'always',
    },
    {
      label: isOne ? t('Save') : t('Save All'),
      detail: t('Sends these changes to the service'),
      iconPath: new vscode.ThemeIcon('save-all'),
      answer: 'save',
    },
  ];
  // Enter must not send anything.
  pick.activeItems = resources.slice(0, 1);
}

async function toUnsavedItem(services: DocumentServices, uri: vscode.Uri): Promise<UnsavedItem> {
  const reference = parseUri(uri);
  const detail = toChangeLines(changesIn(services, uri, findDocument(uri)?.getText() ?? ''));
  if (!reference) {
    const collection = parseDraftPath(uri.path);
    const kind = collection ? t(findKind(collection.kind).names.one) : '';
    return {
      label: uri.path.split('/').at(-1) ?? '',
      description: t('New: {0}', kind),
      detail,
      uri,
    };
  }
  const { names } = services;
  // Without its account's name, the question can still be answered.
  const trail = await names.trailOf(reference).catch(() => names.pathOf(reference));
  return {
    label: trail.at(-1) ?? '',
    description: trail.slice(0, -1).join(' › '),
    detail,
    iconPath: new vscode.ThemeIcon(findKind(reference.kind).icon),
    uri,
  };
}

function toChangeLines(changes: readonly Change[]): string {
  return changes
    .map(({ path, before, after }) => {
      const values = before === undefined ? [after] : [before, after];
      const shown = values.map((value) => markOddities(JSON.stringify(value) ?? ''));
      return `${path.join('.')}: ${shown.join(' → ')}`;
    })
    .join(', ');
}

async function showDifference(services: DocumentServices, uri: vscode.Uri): Promise<void> {
  const reference = parseUri(uri);
  try {
    if (reference) await compareWithLive(services, reference);
    else await vscode.window.showTextDocument(uri, { preview: true });
  } catch (error) {
    const again = tryAgain(() => showDifference(services, uri));
    await showError(t("Couldn't show the changes."), error, [again]);
  }
}
