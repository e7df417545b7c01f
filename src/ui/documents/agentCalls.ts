import * as vscode from 'vscode';
import { toAccountName } from '../../accounts/account';
import { toPlain } from '../../base/foreignText';
import type { AgentCall } from '../../documents/history/changeLog';
import { toolContributions } from '../../agents/tools/toolContributions';
import { isToolName } from '../../agents/tools/toolNames';
import { formats } from '../editor/formats';
import { t } from '../editor/l10n';

/**
 * A call of an agent in the history: who, which tool, which accounts, and what became of it.
 * @param labels the labels of existing accounts, by id.
 */
export function toCallItem(
  { at, agent, tool, accounts, outcome }: AgentCall,
  labels: ReadonlyMap<string, string>,
): vscode.QuickPickItem {
  const title = isToolName(tool) ? t(toolContributions[tool].title) : tool;
  const outcomes = {
    done: '',
    failed: t('failed'),
    refused: t('refused'),
    unanswered: t('not answered yet'),
  };
  return {
    label: `${toPlain(agent) || t('Agent')}: ${toPlain(title)}`,
    description: accounts.map((id) => toPlain(labels.get(id) ?? toAccountName(id))).join(', '),
    detail: [formats.moment(at), outcomes[outcome]].filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(outcome === 'done' ? 'plug' : 'circle-slash'),
  };
}
