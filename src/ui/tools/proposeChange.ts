import * as vscode from 'vscode';
import { toolInputs } from './inputs';
import { proposeText } from './proposeText';
import { describeTarget } from './target';
import { defineTool } from './tool';
import { findKind } from '../../resources/kinds/kinds';
import type { Core } from '../core';
import { t } from '../l10n';
import { toVisible } from '../safeText';
import { toUri } from '../uris';

/**
 * Puts a change into a resource's document for the person to look at and to save, or not. Nothing is
 * sent by that; in production nothing is even proposed.
 */
export const proposeChange = defineTool({
  input: toolInputs.serverManagement_proposeChange,
  progress: ({ kind }) => t('Proposing a change to {0}', t(findKind(kind).names.one)),
  confirm: async (core, { changes, ...target }) => {
    // What is refused anyway is not asked for.
    await refuseProduction(core, target.account);
    return {
      title: t('Propose a change?'),
      message: t(
        'Opens {0} with new values for {1}. Nothing is sent until you save it.',
        await describeTarget(core, target),
        toVisible(Object.keys(changes).join(', ')),
      ),
    };
  },
  run: async (core, { changes, ...target }) => {
    await refuseProduction(core, target.account);
    const document = await vscode.workspace.openTextDocument(toUri(target));
    if (document.isDirty) {
      throw new Error('The person has unsaved changes in this document; they come first.');
    }
    const text = proposeText(findKind(target.kind), document.getText(), changes);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand('workbench.files.action.compareWithSaved', document.uri);
    return { proposed: true, next: 'The person looks at the difference and saves it, or not.' };
  },
});

/** @throws Error where the account's environment is production, or nobody knows. */
async function refuseProduction({ sessions }: Core, id: string): Promise<void> {
  const account = await sessions.account(id);
  if (!account) throw new Error(`There is no account "${id}".`);
  if (account.environment === 'production') {
    throw new Error(
      `The account "${account.label}" is marked as production: tools propose no changes there. Tell the person what to change instead.`,
    );
  }
}
