// What only commands, panels and the help in documents need, in one file: loading many small files
// would take longer.
export { addAccount, removeAccount, signIn } from '../accounts/accountActions';
export { runCommand } from '../commands/run/runCommand';
export { askToSave, wouldSend } from '../documents/askToSave';
export { complete } from '../documents/help/complete';
export { explainSchedule } from '../documents/help/cronHover';
export { provideLenses } from '../documents/help/lenses';
export { openCreated } from '../documents/drafts/openCreated';
export { FleetPanel, fleetTitle } from '../panels/fleet/fleetPanel';
export { toTabTitle } from '../../panels/describePlace';
export { ResourcePanel } from '../panels/resourcePanel';
export { explainTogether } from '../pending/explainTogether';
export { provideReportLenses } from '../documents/reports/provideReport';
export { provideText } from '../documents/texts/provideText';
export { invokeTool, prepareTool } from '../agents/tools/editorTool';
export { findPanel, findPanelKind, findTablePanel } from '../../panels/panelKinds';
