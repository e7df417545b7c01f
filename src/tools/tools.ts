import { checkConnection } from './checkConnection';
import { explainCron } from './explainCron';
import { findResources } from './findResources';
import { listFindings } from './listFindings';
import { listResources } from './listResources';
import { proposeChange } from './proposeChange';
import { readResource } from './readResource';
import type { Tool } from './tool';
import type { ToolName } from './toolNames';

/** The tools by name. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  serverManagement_listResources: listResources,
  serverManagement_findResources: findResources,
  serverManagement_readResource: readResource,
  serverManagement_proposeChange: proposeChange,
  serverManagement_listFindings: listFindings,
  serverManagement_explainCron: explainCron,
  serverManagement_checkConnection: checkConnection,
};
