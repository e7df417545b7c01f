import * as vscode from 'vscode';
import { formatsOf } from '../shared/formats';

/** How numbers and moments are written: in the language of the editor, like the words around them. */
export const formats = formatsOf(vscode.env.language);
