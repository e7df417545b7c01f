/** Settings of VS Code by their full name. */
export type Settings = Readonly<Record<string, unknown>>;

/** Opens every folder in Restricted Mode, without asking. */
export const restrictedSettings: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

/** Shows the extension in the workbench, and nothing that asks for attention. */
export const quietSettings: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // Starts several processes each time it looks for them.
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'workbench.enableExperiments': false,
  // An editor that is still opening takes the focus; a person would reopen the palette.
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Hides decorations in and around editors, for a window that no one sees. */
export const unseenSettings: Settings = {
  'breadcrumbs.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.colorDecorators': false,
  'editor.folding': false,
  'editor.guides.indentation': false,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.overviewRulerBorder': false,
  'editor.stickyScroll.enabled': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'workbench.editor.editorActionsLocation': 'hidden',
  'workbench.editor.showTabs': 'none',
  'workbench.layoutControl.enabled': false,
};

/** Makes the extension run in the browser's own extension host, a worker, although a Node host is available. */
export const webSettings: Settings = {
  ...quietSettings,
  'remote.extensionKind': { 'server-management.server-management-explorer': ['web'] },
};
