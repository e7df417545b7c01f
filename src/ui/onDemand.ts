// The entry point of what is loaded on first use: the second of the extension's two files.
export { createServices } from './services';
export { AccountProvider } from './accounts/accountProvider';
export { DocumentMarks } from './accounts/documentMarks';
export { runCommand } from './commands/runCommand';
export { askToSave, wouldSend } from './documents/askToSave';
export { complete } from './documents/help/complete';
export { explainSchedule } from './documents/help/cronHover';
export { provideLenses } from './documents/help/lenses';
export { schemaText } from './documents/help/schemas';
export { openCreated } from './drafts/openCreated';
export { explainTogether } from './pending/explainTogether';
export { describeError } from './describeError';
export { provideReport } from './reports/provideReport';
export { createToolServices } from './tools/toolServices';
export { callTool } from '../tools/callTool';
export { tools } from '../tools/tools';
