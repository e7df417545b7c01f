export const toolNames = [
  'serverManagement_listResources',
  'serverManagement_findResources',
  'serverManagement_readResource',
  'serverManagement_proposeChange',
  'serverManagement_listFindings',
] as const;

export type ToolName = (typeof toolNames)[number];

export function isToolName(name: string): name is ToolName {
  return toolNames.some((each) => each === name);
}
