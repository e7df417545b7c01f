/** The commands that open what the service tells of a resource as a read-only text. */
export const reportCommands = [
  'serverManagement.openEventLog',
  'serverManagement.openSupervisorStatus',
  'serverManagement.openWebApplicationSettings',
  'serverManagement.openSshConfiguration',
  'serverManagement.openServiceStates',
  'serverManagement.openSharedServers',
] as const;

/** A command that opens a report. */
export type ReportCommand = (typeof reportCommands)[number];
