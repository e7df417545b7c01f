/** The commands of panels. */
export const panelCommands = [
  'serverManagement.openOverview',
  'serverManagement.compareCanvases',
] as const;
