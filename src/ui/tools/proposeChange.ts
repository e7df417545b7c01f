import { applyEdits, modify } from 'jsonc-parser';
import * as vscode from 'vscode';
import { toolInputs } from './inputs';
import { defineTool } from './tool';
import { findKind } from '../../resources/kinds/kinds';
import type { Core } from '../core';
import { t } from '../l10n';
import { toUri } from '../uris';

/**
 * Puts a change into a resource's document for the person to look at and to save, or not. Nothing is
 * sent by that; in production nothing is even proposed.
 */
export const proposeChange = defineTool({
  input: toolInputs.serverManagement_proposeChange,
  progress: ({ kind }) => t('Proposing a change to {0}', t(findKind(kind).names.one)),
  confirm: ({ account, kind, ids, changes }) => ({
    title: t('Propose a change?'),
    message: t(
      'Opens {0} {1} of the account "{2}" with new values for {3}. Nothing is sent until you save it.',
      t(findKind(kind).names.one),
      ids.join('/'),
      account,
      Object.keys(changes).join(', '),
    ),
  }),
  run: async (core, { changes, ...target }) => {
    await refuseProduction(core, target.account);
    const { editing } = findKind(target.kind).document ?? {};
    const fields = Object.keys(changes).filter(
      (field) => !editing?.writable.includes(field.split('.')[0] ?? ''),
    );
    if (fields.length > 0) throw new Error(`These fields cannot be written: ${fields.join(', ')}.`);
    const document = await vscode.workspace.openTextDocument(toUri(target));
    if (document.isDirty) {
      throw new Error('The person has unsaved changes in this document; they come first.');
    }
    const text = Object.entries(changes).reduce(
      (edited, [field, value]) =>
        applyEdits(edited, modify(edited, field.split('.'), value, format)),
      document.getText(),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand('workbench.files.action.compareWithSaved', document.uri);
    return { proposed: true, next: 'The person looks at the difference and saves it, or not.' };
  },
});

const format = { formattingOptions: { tabSize: 2, insertSpaces: true } };

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
