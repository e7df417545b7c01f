import * as vscode from 'vscode';
import type { Translate } from '../../base/translate';

/** The editor's translation, for code that doesn't depend on the editor. */
export const t: Translate = (text, ...values) =>
  vscode.l10n.t(
    text,
    ...values.map((value) => (typeof value === 'number' ? value : String(value))),
  );
