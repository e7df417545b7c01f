import * as vscode from 'vscode';
import { type Link, parseLink, referenceOf } from '../../../resources/link';
import { foreign, joinWords, type Words } from '../../../base/foreignText';
import type { TreeSources } from '../../../explorer/treeSources';
import { Markdown } from '../../editor/markdown';
import { createStatus, showBriefly } from '../../editor/statusBar';
import { t } from '../../../base/l10n';
import type { ResourceId } from '../../../resources/kinds/kind';
import { collectionBelow, type ResourceReference } from '../../../resources/reference';
import { showMessage } from '../../editor/messages';
import { showPick } from '../../editor/quickInput';
import { pickResource, type PickServices } from '../../prompts/pickers/pickResource';
import { withLateProgress } from '../../editor/progress';
import { findKind } from '../../../resources/kinds/kinds';

const linkSection = 'serverManagement';
const linkSetting = 'link';

/** The link in the workspace's settings; shown, but only followed in a trusted workspace. */
function statedLink(): Link | undefined {
  const stored = vscode.workspace.getConfiguration(linkSection).inspect<unknown>(linkSetting);
  return parseLink(stored?.workspaceFolderValue ?? stored?.workspaceValue);
}

export function followedLink(): Link | undefined {
  return vscode.workspace.isTrusted ? statedLink() : undefined;
}

async function storeLink(link: Link | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration(linkSection)
    .update(linkSetting, link, vscode.ConfigurationTarget.Workspace);
}

function onDidChangeLink(callback: () => unknown): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(callback),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${linkSection}.${linkSetting}`)) callback();
    }),
  );
}

type Naming = Pick<TreeSources, 'names' | 'sessions' | 'store'>;

/** Shows in the status bar what the workspace is linked to. */
export function showLink(naming: Naming): vscode.Disposable {
  const item = createStatus('serverManagement.link', t('Server Management: Workspace'));
  const show = async (): Promise<void> => {
    const stated = statedLink();
    if (!stated) {
      item.hide();
      return;
    }
    const followed = followedLink();
    const text = followed ? await nameOf(followed, naming) : foreign(describeIds(stated));
    const tooltip = new Markdown().paragraph(
      followed
        ? t('Commands and tools default to what this workspace is linked to.')
        : t("This workspace isn't trusted, so its link isn't followed."),
    );
    item.show({
      icon: followed ? 'root-folder' : 'workspace-untrusted',
      text,
      tooltip: tooltip.value,
      label: joinWords([followed ? t('Workspace linked to:') : t('Link not followed:'), text]),
      command: 'serverManagement.linkWorkspace',
    });
  };
  void show();
  return vscode.Disposable.from(
    onDidChangeLink(show),
    naming.sessions.onDidChangeAccounts(show),
    // Names may have been read. This happens often, and few workspaces have a link.
    naming.store.onDidChange(() => statedLink() && show()),
    item,
  );
}

async function nameOf(link: Link, { sessions, names }: Naming): Promise<Words> {
  const account = await sessions.account(link.account);
  if (!account) return foreign(describeIds(link));
  const reference = referenceOf(link);
  return foreign(reference ? (await names.trailOf(reference)).join(' › ') : account.label);
}

function describeIds({ account, server, webApplication }: Link): string {
  return [account, server, webApplication].filter((each) => each !== undefined).join(' › ');
}

export async function linkWorkspace(services: PickServices): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.length) {
    await showMessage('information', t('Open a folder first: the link is stored in its settings.'));
    return;
  }
  const choice = statedLink() ? await askLinkAction(services) : 'link';
  if (choice === 'remove') {
    await storeLink(undefined);
    showBriefly(t('Link removed'));
  }
  if (choice === 'link') await link(services);
}

async function link(services: PickServices): Promise<void> {
  const server = await pickResource(services, 'server');
  const [id] = server?.ids ?? [];
  if (!server || id === undefined) return;
  const chosen = await pickApplication(services, server);
  if (!chosen) return;
  const { webApplication } = chosen;
  const linked = { account: server.account, server: id };
  await storeLink(webApplication === undefined ? linked : { ...linked, webApplication });
  showBriefly(t('Workspace linked'));
}

async function askLinkAction({ title }: PickServices): Promise<'link' | 'remove' | undefined> {
  const chosen = await showPick(
    [
      { label: t('Change Link'), choice: 'link' as const },
      { label: t('Remove Link'), choice: 'remove' as const },
    ],
    { title, placeHolder: t('This workspace is already linked') },
  );
  return chosen?.choice;
}

/** A web application of the server, or none: then the workspace is linked to the whole server. */
async function pickApplication(
  { store, title }: PickServices,
  server: ResourceReference,
): Promise<{ readonly webApplication: ResourceId | undefined } | undefined> {
  const kind = findKind('webApplication');
  const { items } = await withLateProgress(t('Loading: {0}', t(kind.names.many)), (signal) =>
    store.all(collectionBelow(server, kind.id), undefined, { signal }),
  );
  const applications = items.map((item) => {
    const { label, description = '' } = kind.present(item);
    return { label, description, webApplication: item['id'] as ResourceId };
  });
  return showPick([{ label: t('Entire server'), webApplication: undefined }, ...applications], {
    title,
    placeHolder: t('Link this workspace to'),
    matchOnDescription: true,
  });
}
