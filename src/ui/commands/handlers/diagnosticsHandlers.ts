import * as vscode from 'vscode';
import type { Handler, Handlers } from '../services';
import { collectDiagnostics, hasIssueAddress, showReport } from '../diagnostics';
import { showBriefly } from '../../editor/statusBar';
import { t } from '../../../base/l10n';

export const diagnosticsHandlers = {
  'serverManagement.showLog': ({ log }) => log.show(),

  'serverManagement.copyDiagnostics': async (services) => {
    await vscode.env.clipboard.writeText(await collectDiagnostics(services));
    showBriefly(t('Diagnostics copied, without secrets'));
  },

  'serverManagement.reportIssue': async (services) => {
    const { extensionId } = services;
    const issueBody = `${t('What happened, and what did you expect?')}\n\n\n${await collectDiagnostics(services)}`;
    const manifest: unknown = vscode.extensions.getExtension(extensionId)?.packageJSON;
    await (hasIssueAddress(manifest)
      ? vscode.commands.executeCommand('workbench.action.openIssueReporter', {
          extensionId,
          issueBody,
        })
      : showReport(issueBody));
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;
