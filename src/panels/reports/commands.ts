/** The commands that open information about a resource as read-only text. */
export const reportCommands = [
  'serverManagement.openEventLog',
  'serverManagement.openSupervisorStatus',
  'serverManagement.openWebApplicationSettings',
  'serverManagement.openDnsRecords',
  'serverManagement.openSshConfiguration',
  'serverManagement.openServiceStates',
  'serverManagement.openSharedServers',
] as const;

/** A command that opens a report. */
export type ReportCommand = (typeof reportCommands)[number];
