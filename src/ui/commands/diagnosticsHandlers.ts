import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { collectDiagnostics } from '../diagnostics/diagnostics';
import { hasIssueAddress, showReport } from '../diagnostics/reportIssue';
import { t } from '../l10n';

/** Commands that help to understand a problem. */
export const diagnosticsHandlers = {
  'serverManagement.showLog': ({ log }) => log.show(),

  'serverManagement.copyDiagnostics': async (core) => {
    await vscode.env.clipboard.writeText(await collectDiagnostics(core));
    void vscode.window.setStatusBarMessage(t('Diagnostics copied, without secrets'), 4_000);
  },

  'serverManagement.reportIssue': async (core) => {
    const { extensionId } = core;
    const issueBody = `${t('What happened, and what did you expect?')}\n\n\n${await collectDiagnostics(core)}`;
    const manifest: unknown = vscode.extensions.getExtension(extensionId)?.packageJSON;
    await (hasIssueAddress(manifest)
      ? vscode.commands.executeCommand('workbench.action.openIssueReporter', {
          extensionId,
          issueBody,
        })
      : showReport(issueBody));
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;
