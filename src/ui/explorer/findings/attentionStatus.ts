import * as vscode from 'vscode';
import type { Finding } from '../../../findings/finding';
import type { AttentionRow } from '../../../findings/rows';
import { Markdown } from '../../editor/markdown';
import { createStatus } from '../../editor/statusBar';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';

const focusCommand = 'serverManagement.attention.focus';

/** Counts critical findings, on the container's icon and in the status bar. */
export class AttentionStatus implements vscode.Disposable {
  readonly #view: vscode.TreeView<AttentionRow>;
  readonly #item = createStatus('serverManagement.attention', t('Server Management: Attention'));

  constructor(view: vscode.TreeView<AttentionRow>) {
    this.#view = view;
  }

  /** Shows how many findings are critical. */
  show(findings: readonly Finding[]): void {
    const value = findings.filter(({ severity }) => severity === 'critical').length;
    const words =
      value === 1 ? t('1 critical finding') : t('{0} critical findings', formats.number(value));
    this.#view.badge = value > 0 ? { value, tooltip: words } : undefined;
    if (value === 0) {
      this.#item.hide();
      return;
    }
    this.#item.show({
      icon: 'error',
      text: formats.number(value),
      tooltip: new Markdown().paragraph(t('Needs Attention: {0}', words)).value,
      label: words,
      command: focusCommand,
    });
  }

  /** Opens the view. */
  open(): Thenable<unknown> {
    return vscode.commands.executeCommand(focusCommand);
  }

  dispose(): void {
    this.#item.dispose();
  }
}
