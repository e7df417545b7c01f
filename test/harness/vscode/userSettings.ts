/** Settings of VS Code by their full name. */
export type Settings = Readonly<Record<string, unknown>>;

/** Opens every folder in Restricted Mode, and asks nobody. */
export const restrictedSettings: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

/** A workbench that shows the extension and nothing that asks for attention. */
export const quietSettings: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'workbench.enableExperiments': false,
  // An editor that is still being opened takes the focus; a person would ask again.
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Has the extension run in the browser's own extension host, a worker, although there is one of Node, too. */
export const webSettings: Settings = {
  ...quietSettings,
  'remote.extensionKind': { 'server-management.server-management-explorer': ['web'] },
};
