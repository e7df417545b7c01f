// The entry point of everything that activation doesn't need, in one file.
import * as vscode from 'vscode';
import { useLanguage } from '../../base/l10n';

useLanguage(vscode.env.language, vscode.l10n.bundle);

export { AccountProvider } from '../accounts/accountActions';
export { markDocument } from '../accounts/documentMarks';
export { invokeTool, prepareTool } from '../agents/tools';
export { runCommand } from '../commands/runCommand';
export { askToSave, wouldSend } from '../documents/askToSave';
export { openCreated } from '../documents/drafts/openCreated';
export { complete } from '../documents/help/fieldMarks';
export { explainSchedule } from '../documents/help/lenses';
export { provideLenses } from '../documents/help/lenses';
export { provideText } from '../documents/texts';
export { followLink } from '../explorer/explorer';
export { explainTogether } from '../pending/pending';
export { createServices } from './services';
