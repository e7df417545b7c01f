/** Every tool for language models, in the order of the manifest, which a test keeps equal to this. */
export const toolNames = [
  'serverManagement_listResources',
  'serverManagement_findResources',
  'serverManagement_readResource',
  'serverManagement_proposeChange',
  'serverManagement_explainCron',
  'serverManagement_checkConnection',
] as const;

/** A tool's name. */
export type ToolName = (typeof toolNames)[number];
