import * as vscode from 'vscode';
import { formatsOf } from '../../base/formats';

/** Formats numbers and times in the editor's language, like the texts around them. */
export const formats = formatsOf(vscode.env.language);
