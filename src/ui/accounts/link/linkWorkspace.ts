import * as vscode from 'vscode';
import type { ResourceId } from '../../../resources/kinds/kind';
import type { ResourceReference } from '../../../resources/reference';
import { showMessage } from '../../editor/messages';
import { showPick } from '../../editor/quickInput';
import { tellInPassing } from '../../editor/statusBar';
import { pickResource, type PickServices } from '../../prompts/pickers/pickResource';
import { withLateProgress } from '../../editor/progress';
import { findKind } from '../../../resources/kinds/kinds';
import { statedLink, storeLink } from './workspaceLink';
import { t } from '../../../base/l10n';

/** Asks what to link the workspace to, and stores that in its settings. */
export async function linkWorkspace(services: PickServices): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.length) {
    await showMessage('information', t('Open a folder first: the link is stored in its settings.'));
    return;
  }
  const wish = statedLink() ? await askWish(services) : 'link';
  if (wish === 'remove') {
    await storeLink(undefined);
    tellInPassing(t('Link removed'));
  }
  if (wish === 'link') await link(services);
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
  tellInPassing(t('Workspace linked'));
}

/** What to do about an existing link; undefined if the person cancelled. */
async function askWish({ title }: PickServices): Promise<'link' | 'remove' | undefined> {
  const chosen = await showPick(
    [
      { label: t('Change Link'), wish: 'link' as const },
      { label: t('Remove Link'), wish: 'remove' as const },
    ],
    { title, placeHolder: t('This workspace is already linked') },
  );
  return chosen?.wish;
}

/** A web application of the server, or none: then the workspace is linked to the whole server. */
async function pickApplication(
  { store, title }: PickServices,
  { account, ids }: ResourceReference,
): Promise<{ readonly webApplication: ResourceId | undefined } | undefined> {
  const kind = findKind('webApplication');
  const { items } = await withLateProgress(t('Loading: {0}', t(kind.names.many)), (signal) =>
    store.all({ account, kind: kind.id, parents: ids }, undefined, { signal }),
  );
  const applications = items.map((item) => {
    const { label, description = '' } = kind.present(item);
    return { label, description, webApplication: item['id'] as ResourceId };
  });
  return showPick([{ label: t('Entire server'), webApplication: undefined }, ...applications], {
    title,
    placeHolder: t('Select what this workspace is about'),
    matchOnDescription: true,
  });
}
