import * as vscode from 'vscode';
import type { SeverityChoice } from '../../../findings/evaluate';
import { type RuleId, severities } from '../../../findings/finding';
import { isObject } from '../../../base/json';

const attentionSection = 'serverManagement.attention';

/** The current settings; anything that isn't valid counts as not set. */
export function attentionSettings(): {
  readonly severityOf: (rule: RuleId) => SeverityChoice | undefined;
  readonly notifies: boolean;
} {
  const settings = vscode.workspace.getConfiguration(attentionSection);
  const chosen: unknown = settings.get('severities');
  return {
    severityOf: (rule) => {
      const choice = isObject(chosen) ? chosen[rule] : undefined;
      return choice === 'off' ? choice : severities.find((each) => each === choice);
    },
    notifies: settings.get('notifications') !== false,
  };
}

export function onDidChangeAttentionSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(attentionSection)) listener();
  });
}
