import * as vscode from 'vscode';
import { describeRunsOf } from './cronHover';
import { findSchedule } from './schedule';
import { changedFields } from '../../../resources/documents/changedFields';
import { hasExtras } from '../../../resources/documents/content';
import { readOnlyReason } from '../../../resources/documents/readOnlyReason';
import { creations } from '../../../resources/drafts/creations';
import { parseDraftPath } from '../../../resources/drafts/draftPath';
import type { KindId } from '../../../resources/kinds/kind';
import { findKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, parentOf } from '../../../resources/reference';
import { actions } from '../../actions/actions';
import type { CommandId } from '../../commands/ids';
import type { Core } from '../../core';
import { t } from '../../l10n';
import { parseUri } from '../../uris';
import { trailOf } from '../names';

/** What stands above a document: whose it is, what is changed, and what can be done about it. */
export async function provideLenses(
  core: Core,
  document: vscode.TextDocument,
): Promise<vscode.CodeLens[]> {
  const reference = parseUri(document.uri);
  const lenses = reference
    ? await documentLenses(core, document, reference)
    : await draftLenses(core, document.uri);
  return [...lenses, ...scheduleLenses(document)];
}

async function documentLenses(
  core: Core,
  document: vscode.TextDocument,
  reference: ResourceReference,
): Promise<vscode.CodeLens[]> {
  const { uri } = document;
  const kind = findKind(reference.kind);
  const text = document.getText();
  const place = [
    lens(`$(account) ${(await trailOf(core, reference)).join(' › ')}`, 'revealInTree', uri),
  ];
  // A text that tells that the account is gone is not to be compared or saved.
  if (!(await core.sessions.account(reference.account)) && !document.isDirty) return place;
  const duplicate = creations[kind.id] ? [lens(t('Duplicate as New…'), 'duplicate', uri)] : [];
  const reason = readOnlyReason(kind, t);
  if (reason) {
    const remove = isDeletable(kind.id) ? [lens(t('Delete…'), 'delete', uri)] : [];
    return [...place, lens(`$(lock) ${reason}`, 'copyJson', uri), ...duplicate, ...remove];
  }
  const fields = changedFields(core.documents.baseOf(reference), text);
  const state = !document.isDirty
    ? t('as it is live')
    : fields && fields.length > 0
      ? t('not saved: {0}', fields.slice(0, 5).join(', '))
      : t('nothing changed');
  return [
    ...place,
    lens(`$(edit) ${state}`, 'compareWithLive', uri),
    ...(document.isDirty ? [lens(`$(eye) ${t('Preview Request')}`, 'previewRequest', uri)] : []),
    ...(document.isDirty && hasExtras(text)
      ? [
          lens(
            `$(info) ${t('Comments are not kept: the service stores values alone.')}`,
            'previewRequest',
            uri,
          ),
        ]
      : []),
    ...duplicate,
  ];
}

function isDeletable(kind: KindId): boolean {
  return actions.some(
    ({ command, place }) =>
      command === 'serverManagement.delete' && 'resource' in place && place.resource === kind,
  );
}

async function draftLenses(core: Core, uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  const collection = parseDraftPath(uri.path);
  if (!collection) return [];
  const parent = parentOf(collection);
  const account = await core.sessions.account(collection.account);
  const trail = parent ? await trailOf(core, parent) : [account?.label ?? collection.account];
  const kind = t(findKind(collection.kind).names.one);
  return [
    lens(`$(account) ${trail.join(' › ')} › ${t('New: {0}', kind)}`, 'createFromDraft', uri),
    lens(`$(add) ${t('Create')}`, 'createFromDraft', uri),
    lens(`$(trash) ${t('Discard')}`, 'discardDraft', uri),
  ];
}

function scheduleLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  if (!document.uri.path.endsWith('.cron-job.json')) return [];
  const schedule = findSchedule(document.getText());
  const minute = schedule?.places.get('minute');
  if (!schedule || !minute) return [];
  const { line } = document.positionAt(minute.offset);
  return describeRunsOf(schedule.time).map(
    (title) => new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command: '' }),
  );
}

function lens(title: string, command: string, uri: vscode.Uri): vscode.CodeLens {
  const id = `serverManagement.${command}` as CommandId;
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
    title,
    command: id,
    arguments: [uri],
  });
}
