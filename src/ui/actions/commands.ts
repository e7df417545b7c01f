/** The commands that act on the service, in the order of the manifest. */
export const actionCommands = [
  'serverManagement.createServer',
  'serverManagement.renameServer',
  'serverManagement.switchAutomaticUpdates',
  'serverManagement.controlService',
  'serverManagement.unblockAddress',
  'serverManagement.createWebApplication',
  'serverManagement.createWordPress',
  'serverManagement.createDomain',
  'serverManagement.applySsl',
  'serverManagement.renewSsl',
  'serverManagement.switchCache',
  'serverManagement.preloadCache',
  'serverManagement.createWaf',
  'serverManagement.switchWaf',
  'serverManagement.createHubCache',
  'serverManagement.changeHubCache',
  'serverManagement.createCronJob',
  'serverManagement.runCronJob',
  'serverManagement.toggleCronJob',
  'serverManagement.createSupervisorJob',
  'serverManagement.reloadSupervisorJob',
  'serverManagement.createFirewallRule',
  'serverManagement.deployFirewallRules',
  'serverManagement.switchSshSettings',
  'serverManagement.createSshKey',
  'serverManagement.createSystemUser',
  'serverManagement.changePassword',
  'serverManagement.createDatabase',
  'serverManagement.grantDatabase',
  'serverManagement.revokeDatabase',
  'serverManagement.createDatabaseUser',
  'serverManagement.createIntegration',
  'serverManagement.changeIntegrationSecret',
  'serverManagement.createAtomicProject',
  'serverManagement.forceDeploy',
  'serverManagement.delete',
] as const;

/** A command that acts on the service. */
export type ActionCommand = (typeof actionCommands)[number];

/** The token of a command in `contextValue`, by which menus offer it. */
export function tokenOf(command: string): string {
  return command.slice('serverManagement.'.length);
}
