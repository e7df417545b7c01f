// What the first rows don't need, in one file: many small ones take longer to load than what they save.
export { runCommand } from './commands/runCommand';
export { askToSave, wouldSend } from './documents/askToSave';
export { complete } from './documents/help/complete';
export { explainSchedule } from './documents/help/cronHover';
export { provideLenses } from './documents/help/lenses';
export { schemaText } from './documents/help/schemas';
export { openCreated } from './drafts/openCreated';
export { FleetPanel, fleetTitle } from './fleet/fleetPanel';
export { toTabTitle } from './panels/describePlace';
export { ResourcePanel } from './panels/resourcePanel';
export { explainTogether } from './pending/explainTogether';
export { provideReport } from './reports/provideReport';
export { createToolServices } from './tools/toolServices';
export { findPanel, findPanelKind, findTablePanel } from '../panels/panelKinds';
export { callTool } from '../tools/callTool';
export { tools } from '../tools/tools';
