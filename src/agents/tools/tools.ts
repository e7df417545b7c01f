import { findResources } from './table/findResources';
import { listFindings } from './table/listFindings';
import { listResources } from './table/listResources';
import { proposeChange } from './table/proposeChange';
import { readResource } from './table/readResource';
import type { Tool } from './tool';
import type { ToolName } from './toolNames';

/** The tools by name. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  serverManagement_listResources: listResources,
  serverManagement_findResources: findResources,
  serverManagement_readResource: readResource,
  serverManagement_proposeChange: proposeChange,
  serverManagement_listFindings: listFindings,
};
