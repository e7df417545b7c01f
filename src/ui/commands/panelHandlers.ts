import * as vscode from 'vscode';
import { toPointed } from './pointed';
import type { Handler } from './registerCommands';
import { toReference } from './target';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { pickResource } from '../input/pickResource';
import { t } from '../l10n';
import type { panelCommands } from '../panels/commands';
import { findPanelKind, panelKinds } from '../panels/panelKinds';
import { toUri } from '../uris';

/** Commands of panels. */
export const panelHandlers: Record<(typeof panelCommands)[number], Handler> = {
  'serverManagement.openOverview': async (core, ...parameters) => {
    const [pointed] = pointedResources(parameters).filter(({ kind }) => findPanelKind(kind));
    const reference = pointed ?? (await pickOfKinds(core));
    if (reference) core.panels.open(reference);
  },

  'serverManagement.compareCanvases': async (core, ...parameters) => {
    const pointed = pointedResources(parameters).filter(({ kind }) => kind === 'canvas');
    const left = pointed[0] ?? (await pickResource(core, 'canvas'));
    const given = pointed[1] ?? toReference(parameters[1]);
    const right = left && (given ?? (await pickResource(core, 'canvas')));
    if (!left || !right) return;
    const title = [left, right].map((each) => core.explorer.describe(each).label).join(' ↔ ');
    await vscode.commands.executeCommand('vscode.diff', toUri(left), toUri(right), title);
  },
};

function pointedResources(parameters: readonly unknown[]): ResourceReference[] {
  return toPointed(parameters).filter((each): each is ResourceReference => 'ids' in each);
}

async function pickOfKinds(core: Core): Promise<ResourceReference | undefined> {
  const items = panelKinds.map(({ kind }) => {
    const { names, icon } = findKind(kind);
    return { label: t(names.one), iconPath: new vscode.ThemeIcon(icon), kindId: kind };
  });
  const placeHolder = t('What do you want to look at?');
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, ignoreFocusOut: true });
  return chosen && pickResource(core, chosen.kindId);
}
