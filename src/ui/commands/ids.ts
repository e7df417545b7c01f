/** Every command, in the order of the manifest, which a test keeps equal to this. */
export const commandIds = [
  'serverManagement.addAccount',
  'serverManagement.useSandbox',
  'serverManagement.resetSandbox',
  'serverManagement.stopUsingSandbox',
  'serverManagement.signIn',
  'serverManagement.editAccount',
  'serverManagement.renameAccount',
  'serverManagement.removeAccount',
  'serverManagement.checkConnection',
  'serverManagement.removeStoredData',
  'serverManagement.refresh',
  'serverManagement.loadMore',
  'serverManagement.loadAll',
  'serverManagement.openDocument',
  'serverManagement.editSshSettings',
  'serverManagement.previewRequest',
  'serverManagement.showLog',
  'serverManagement.copyDiagnostics',
  'serverManagement.reportIssue',
] as const;

/** A command's id. */
export type CommandId = (typeof commandIds)[number];
