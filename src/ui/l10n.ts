import * as vscode from 'vscode';
import type { Translate } from '../shared/translate';

/** The editor's own translation, for code that does not know the editor. */
export const t: Translate = (text, ...values) => vscode.l10n.t(text, ...values);
