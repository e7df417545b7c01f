import * as vscode from 'vscode';
import {
  type EndedTask,
  Watches,
  type WatchedTask,
  type WatchKind,
} from '../../../actions/watches';
import type { Resource } from '../../../resources/kinds/kind';
import type { ResourceNames } from '../../../resources/names/resourceNames';
import type { ResourceStore } from '../../../resources/store/resourceStore';
import { findKind } from '../../../resources/kinds/kinds';
import { collectionOf, parentOf, type ResourceReference } from '../../../resources/reference';
import { describeError, showMessage, commandButton } from '../../editor/messages';
import { withProgress } from '../../editor/progress';
import { showBriefly } from '../../editor/statusBar';
import { systemClock } from '../../../api/scheduling/clock';
import type { SourceParts } from '../../../explorer/treeSources';
import type { Log } from '../../editor/log';
import { showPick } from '../../editor/quickInput';
import { formats, t } from '../../../base/l10n';

type Names = Pick<ResourceNames, 'nameOf'>;

/** A deployment takes a minute, so it shows its progress; stopping to watch doesn't stop it. */
export function watchStarted(
  watches: Watches,
  names: Names,
  kind: WatchKind,
  subject: ResourceReference,
  before: Resource | undefined,
): void {
  const task = watches.start(kind, subject, before);
  if (task && kind === 'deployment') void showProgress(watches, names, task);
}

async function showProgress(watches: Watches, names: Names, task: WatchedTask): Promise<void> {
  await withProgress({ title: describeTask(names, task) }, (signal) => {
    signal.addEventListener('abort', () => stopWatching(watches, task), { once: true });
    return watches.over(task.id);
  });
}

function stopWatching(watches: Watches, { id, kind }: WatchedTask): void {
  watches.stop(id);
  if (kind === 'deployment') showBriefly(t('The deployment continues on the server'));
}

export function reportOutcome(
  store: Pick<ResourceStore, 'forget'>,
  names: Names,
  { task, state, reference, error }: EndedTask,
): void {
  if (task.kind === 'deployment' && reference) {
    store.forget(collectionOf(reference));
  }
  const title = task.kind === 'deployment' ? t('Show Deployment') : t('Open');
  const show = reference && commandButton(title, 'serverManagement.openDocument', reference);
  const severity = { done: 'information', failed: 'error', unknown: 'warning' } as const;
  const texts = textsOf[task.kind](taskNameOf(names, task));
  const text = error === undefined ? texts[state] : `${texts.unread} ${describeError(error)}`;
  void showMessage(severity[state], text, show ? [show] : []);
}

interface TaskTexts extends Record<EndedTask['state'], string> {
  readonly running: string;
  /** Its outcome couldn't be read. */
  readonly unread: string;
}

const textsOf: Readonly<Record<WatchKind, (name: string) => TaskTexts>> = {
  deployment: (name) => ({
    running: t('Deploying "{0}"…', name),
    done: t('"{0}" deployed.', name),
    failed: t('The deployment of "{0}" failed.', name),
    unknown: t('The outcome of the deployment of "{0}" is unknown.', name),
    unread: t('The outcome of the deployment of "{0}" is unknown.', name),
  }),
  certificate: (name) => ({
    running: t('Issuing the certificate of {0}…', name),
    done: t('The certificate of {0} was issued.', name),
    failed: t("The certificate of {0} wasn't issued.", name),
    unknown: t(
      "The certificate of {0} hasn't been issued yet. Check its domain and DNS records.",
      name,
    ),
    unread: t("Couldn't check whether the certificate of {0} was issued.", name),
  }),
  connection: (name) => ({
    running: t('Waiting for {0} to connect…', name),
    done: t('{0} is connected.', name),
    failed: t("{0} couldn't be connected.", name),
    unknown: t("{0} isn't connected yet. Run its installation script on the server.", name),
    unread: t("Couldn't check whether {0} is connected.", name),
  }),
  cache: (name) => ({
    running: t('Changing the cache of {0}…', name),
    done: t('The cache of {0} is ready.', name),
    failed: t("The cache of {0} couldn't be changed.", name),
    unknown: t("The cache of {0} isn't ready yet. Check its status.", name),
    unread: t("Couldn't check whether the cache of {0} is ready.", name),
  }),
};

function describeTask(names: Names, task: WatchedTask): string {
  return textsOf[task.kind](taskNameOf(names, task)).running;
}

/** The name of what a task is about: a repository or certificate has none. */
function taskNameOf(names: Names, { subject }: WatchedTask): string {
  const isNamed = findKind(subject.kind).variable !== undefined;
  return String(names.nameOf(isNamed ? subject : (parentOf(subject) ?? subject)));
}

/** Watches tasks of services, including those that an earlier window started, and reports how they end. */
export function createWatches(
  context: vscode.ExtensionContext,
  { client, store, sessions }: Pick<SourceParts, 'client' | 'store' | 'sessions'>,
  names: Names,
  log: Pick<Log, 'warn'>,
): Watches {
  const services = { client, store, clock: systemClock };
  const watches = new Watches(services, context.workspaceState, (what) => log.warn(what));
  context.subscriptions.push(watches);
  watches.onDidEnd((ended) => reportOutcome(store, names, ended));
  sessions.onDidChangeAccounts(async (id) => {
    if (!(await sessions.account(id))) watches.removeAccount(id);
  });
  watches.resume();
  return watches;
}

export async function showWatched(
  watches: Watches,
  names: ResourceNames,
  title: string,
): Promise<void> {
  const items = watches.tasks.map((task) => ({
    label: describeTask(names, task),
    description: t('started {0}', formats.ago(task.startedAt, Date.now())),
    detail: names.pathOf(task.subject).map(String).join(' › '),
    iconPath: new vscode.ThemeIcon('tasklist'),
    task,
  }));
  if (items.length === 0) return showMessage('information', t('Nothing is being watched.'));
  const placeHolder = t('Select a task to stop watching it');
  const chosen = await showPick(items, { title, placeHolder });
  if (chosen) stopWatching(watches, chosen.task);
}
