/** The commands of panels about a resource. */
export const panelCommands = [
  'serverManagement.openOverview',
  'serverManagement.openTable',
  'serverManagement.compareCanvases',
] as const;
