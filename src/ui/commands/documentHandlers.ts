import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { toNode, toReference } from './target';
import { kinds } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { compareWithLive, compareWithOther } from '../documents/compare';
import { copyFields } from '../documents/copyFields';
import { previewRequest } from '../documents/previewRequest';
import { showChanges } from '../documents/showChanges';
import { pickResource } from '../input/pickResource';
import { t } from '../l10n';
import { toUri } from '../uris';

/** Commands about documents. */
export const documentHandlers = {
  'serverManagement.openDocument': async (core, parameter) => {
    const reference = toReference(parameter) ?? (await pickOfAnyKind(core));
    if (reference) await openDocument(reference);
  },

  'serverManagement.editSshSettings': async (core, parameter) => {
    const reference = toSshSettings(parameter) ?? (await pickResource(core, 'sshSettings'));
    if (reference) await openDocument(reference);
  },

  'serverManagement.previewRequest': async (core, parameter) => {
    const reference = ofDocument(parameter);
    if (reference) await previewRequest(core, reference);
  },

  'serverManagement.compareWithLive': async (core, parameter) => {
    const reference = ofDocument(parameter);
    if (reference) await compareWithLive(core, reference);
  },

  'serverManagement.compareWithOther': async (core, parameter, other) => {
    const reference = ofDocument(parameter);
    if (reference) await compareWithOther(core, reference, toReference(other));
  },

  'serverManagement.copyChangedFields': async (core, parameter, targets) => {
    const reference = ofDocument(parameter);
    const given = Array.isArray(targets) ? targets.flatMap((each) => toReference(each) ?? []) : [];
    return reference && copyFields(core, reference, given.length > 0 ? given : undefined);
  },

  'serverManagement.showChanges': (core) => showChanges(core),
} satisfies Partial<Record<keyof Handlers, Handler>>;

/** The resource of a row, a reference, a URI, or of the document in front. */
function ofDocument(parameter: unknown): ResourceReference | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  const reference = toReference(parameter) ?? (active && toReference(active));
  if (!reference) {
    void vscode.window.showInformationMessage(t('Open a resource as JSON first.'));
  }
  return reference;
}

async function openDocument(reference: ResourceReference): Promise<void> {
  await vscode.window.showTextDocument(toUri(reference), { preview: true });
}

/** The SSH settings of a server row or reference, or the ones given. */
function toSshSettings(parameter: unknown): ResourceReference | undefined {
  const node = toNode(parameter);
  const reference = node?.type === 'resource' ? node.reference : toReference(parameter);
  const [server] = reference?.ids ?? [];
  return reference && server !== undefined && ['server', 'sshSettings'].includes(reference.kind)
    ? { account: reference.account, kind: 'sshSettings', ids: [server] }
    : undefined;
}

async function pickOfAnyKind(core: Core): Promise<ResourceReference | undefined> {
  const chosen = await vscode.window.showQuickPick(
    kinds
      .filter(({ operations }) => operations.read)
      .map(({ id, names, icon }) => ({
        label: t(names.one),
        iconPath: new vscode.ThemeIcon(icon),
        id,
      })),
    { placeHolder: t('What do you want to open?') },
  );
  return chosen && pickResource(core, chosen.id);
}
