import type * as vscode from 'vscode';
import { findSchedule } from '../../../documents/findSchedule';
import { describeRuns, nameAnySchedule } from '../../../resources/cron/describeRuns';
import { parseSchedule, splitTime } from '../../../resources/cron/cronSchedule';
import { Markdown, toHover } from '../../editor/markdown';
import { changedFields, isUnknown, missingParts } from '../../../documents/plan/savePlan';
import { hasExtras, tryParse } from '../../../documents/content';
import { readOnlyReason } from '../../../documents/plan/readOnlyFields';
import { outcomeIcons } from '../../../documents/writing/outcome';
import { parseDraftPath } from '../../../documents/drafts/draftPath';
import { type ResourceKind, findKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, parentOf, type Target } from '../../../resources/reference';
import { describeRule, readRules } from '../../../resources/lockOut/whoGetsIn';
import type { JsonObject } from '../../../base/json';
import { toPlain } from '../../../base/foreignText';
import { actions } from '../../../actions/actions';
import type { ActionCommand, CommandId } from '../../../actions/commands';
import type { DocumentServices } from '../documentServices';
import { createLens } from '../../editor/language';
import { parseUri } from '../../editor/uris';
import { formats, shortenNames, t } from '../../../base/l10n';

/** Explains a cron field together with the others, and when the job runs next. */
export function explainSchedule(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  if (!document.uri.path.endsWith('.cron-job.json')) return undefined;
  const schedule = findSchedule(document.getText());
  const offset = document.offsetAt(position);
  const isOver = [...(schedule?.places.values() ?? [])].some(
    ({ parent }) => parent && parent.offset <= offset && offset <= parent.offset + parent.length,
  );
  if (!schedule || !isOver) return undefined;
  const text = new Markdown();
  for (const line of describeRunsOf(schedule.time)) text.paragraph(line);
  return toHover(text);
}

function describeRunsOf(time: string): string[] {
  const runs = describeRuns(time, new Date());
  if ('field' in parseSchedule(splitTime(time))) return [runs];
  return [nameAnySchedule(time), runs];
}

/** The lenses above a document: its place, its unsaved changes with a preview, and the one useful action. */
export async function provideLenses(
  services: DocumentServices,
  document: vscode.TextDocument,
): Promise<vscode.CodeLens[]> {
  const reference = parseUri(document.uri);
  const lenses = reference
    ? await documentLenses(services, document, reference)
    : await draftLenses(services, document.uri);
  const target = reference ?? parseDraftPath(document.uri.path);
  return [
    ...lenses,
    ...scheduleLenses(document),
    ...(await ruleLenses(services, document, target)),
  ];
}

async function documentLenses(
  services: DocumentServices,
  document: vscode.TextDocument,
  reference: ResourceReference,
): Promise<vscode.CodeLens[]> {
  const { uri } = document;
  const kind = findKind(reference.kind);
  const trail = (await services.names.trailOf(reference)).map(String);
  const place = [lens(shorten(trail), 'revealInTree', uri, 'list-tree')];
  // If the account is gone, the text only says so: there's nothing to compare or save.
  if (!(await services.sessions.account(reference.account)) && !document.isDirty) return place;
  const base = services.documents.baseOf(reference);
  const locked = readOnlyLenses(services, reference.account);
  const useful = usefulLenses(kind, base, uri, locked.length > 0).slice(0, 1);
  const reason = readOnlyReason(kind, base);
  if (locked.length > 0 && !document.isDirty) return [...place, ...locked, ...useful];
  if (reason) return [...place, createLens({ text: reason, icon: 'info' }), ...useful];
  const missing = missingParts(kind, base);
  const text = t('Not returned: {0}', shortenNames(missing, 1).join(', '));
  return [
    ...place,
    ...locked,
    lens(describeState(services, reference, document), 'compareWithLive', uri, 'diff'),
    ...(document.isDirty ? previewLenses(kind, document) : []),
    ...useful,
    ...(missing.length > 0 ? [createLens({ text, icon: 'info' })] : []),
  ];
}

/** The longest place that fits above a narrow document, next to the state and an action. */
const longestTrail = 42;

/** The end of a trail: `… › shop › Web Application Firewall`. */
function shorten(trail: readonly string[], start = ''): string {
  const text = [start, ...trail].filter(Boolean).join(' › ');
  return text.length > longestTrail && trail.length > 1
    ? shorten(trail.slice(1), '…')
    : toPlain(text, longestTrail);
}

function describeState(
  { documents }: DocumentServices,
  reference: ResourceReference,
  document: vscode.TextDocument,
): string {
  const kind = findKind(reference.kind);
  const base = documents.baseOf(reference);
  if (!document.isDirty) {
    const at = documents.readAt(reference, document.getText());
    return at === undefined || isUnknown(kind, base)
      ? t('Current state unknown')
      : t('As of {0}', formats.time(at));
  }
  const changed = changedFields(kind, base, document.getText());
  const fields = kind.document?.text ? changed?.map(() => t(kind.names.one)) : changed;
  return fields && fields.length > 0
    ? t('Unsaved: {0}', shortenNames(fields, 2).join(', '))
    : t('No changes');
}

/** Previews what a save would send, and what it wouldn't. */
function previewLenses(kind: ResourceKind, document: vscode.TextDocument): vscode.CodeLens[] {
  const { uri } = document;
  const preview = lens(t('Preview'), 'previewRequest', uri, 'eye');
  if (kind.document?.text || !hasExtras(document.getText())) return [preview];
  return [preview, lens(t("Comments aren't saved"), 'previewRequest', uri, 'info')];
}

/** Why nothing can be changed, in an account that is read-only. */
function readOnlyLenses({ sessions }: DocumentServices, account: string): vscode.CodeLens[] {
  if (!sessions.isReadOnly(account)) return [];
  const command = 'serverManagement.allowChanges';
  const text = t('Read-only account: allow changes for an hour…');
  return [createLens({ text, command, arguments: [account], icon: 'unlock' })];
}

/** The most useful first. */
function usefulLenses(
  kind: ResourceKind,
  content: JsonObject | undefined,
  uri: vscode.Uri,
  isReadOnly: boolean,
): vscode.CodeLens[] {
  const titles: Partial<Record<ActionCommand, string>> = {
    'serverManagement.runCronJob': t('Run'),
    'serverManagement.reloadSupervisorJob': t('Reload'),
    'serverManagement.renewSsl': t('Renew'),
    'serverManagement.deployRepository': t('Deploy'),
    'serverManagement.changePassword': t('Change Password…'),
    'serverManagement.changeIntegrationSecret': t('Change Secret…'),
  };
  const useful = actions.flatMap(({ command, kind: of, level, suits }) => {
    const text = level === 'resource' && of === kind.id ? titles[command] : undefined;
    if (!text || isReadOnly || (suits && content && !suits(content))) return [];
    return [createLens({ text, command, arguments: [uri] })];
  });
  const hasWebsite = kind.offers?.(content ?? {}).includes('website');
  return hasWebsite ? [...useful, lens(t('Open Website'), 'openWebsite', uri)] : useful;
}

async function draftLenses(
  services: DocumentServices,
  uri: vscode.Uri,
): Promise<vscode.CodeLens[]> {
  const collection = parseDraftPath(uri.path);
  if (!collection) return [];
  const parent = parentOf(collection);
  const account = await services.sessions.account(collection.account);
  const trail = parent
    ? await services.names.trailOf(parent)
    : [account?.label ?? collection.account];
  const kind = t(findKind(collection.kind).names.one);
  return [
    createLens({ text: shorten([...trail.map(String), t('New: {0}', kind)]), icon: 'new-file' }),
    ...readOnlyLenses(services, collection.account),
    ...(services.sessions.isReadOnly(collection.account) ? [] : stateLenses(services, uri)),
    ...secretLenses(services, uri),
    lens(t('Discard'), 'discardDraft', uri, 'discard'),
  ];
}

function secretLenses(services: DocumentServices, uri: vscode.Uri): vscode.CodeLens[] {
  const names = services.drafts.secrets.of(uri).map(({ path }) => path.join('.'));
  if (names.length === 0) return [];
  const text = t('Not in the text: {0}', toPlain(names.join(', ')));
  return [createLens({ text, icon: 'gist-secret' })];
}

function stateLenses(services: DocumentServices, uri: vscode.Uri): vscode.CodeLens[] {
  const state = services.drafts.find(uri)?.state;
  if (services.drafts.isBeingCreated(uri))
    return [createLens({ text: t('Creating…'), icon: 'sync' })];
  if (!state) return [lens(t('Create'), 'createFromDraft', uri, 'add')];
  const icon = outcomeIcons[state.type];
  if (state.type === 'done') return [lens(t('Created: open it'), 'createFromDraft', uri, icon)];
  const text = state.type === 'failed' ? t('Not created') : t('May have been created');
  return [
    createLens({ text, icon }),
    lens(t('Check, create if missing'), 'createFromDraft', uri, 'search'),
  ];
}

function scheduleLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  if (!document.uri.path.endsWith('.cron-job.json')) return [];
  const schedule = findSchedule(document.getText());
  const minute = schedule?.places.get('minute');
  if (!schedule || !minute) return [];
  const { line } = document.positionAt(minute.offset);
  return describeRunsOf(schedule.time).map((text) => createLens({ line, text }));
}

/** What a firewall rule changes once it is deployed. */
async function ruleLenses(
  { store, lockOutGuard }: DocumentServices,
  document: vscode.TextDocument,
  target: Target | undefined,
): Promise<vscode.CodeLens[]> {
  const rule = target?.kind === 'firewallRule' ? tryParse(document.getText()) : undefined;
  if (!target || !rule) return [];
  const all = await readRules(store, target, {}).catch(() => undefined);
  const others = all?.filter(
    ({ id }) => !('ids' in target) || String(id) !== String(target.ids.at(-1)),
  );
  const text = describeRule(rule, others, lockOutGuard.sshPortOf(target));
  // Above the first line, after the place and the state, it would be cut off.
  const { line } = document.positionAt(document.getText().indexOf('"port"'));
  return [createLens({ line, text, icon: 'info' })];
}

function lens(text: string, command: string, uri: vscode.Uri, icon?: string): vscode.CodeLens {
  const id = `serverManagement.${command}` as CommandId;
  return createLens({ text, command: id, arguments: [uri], ...(icon ? { icon } : {}) });
}
