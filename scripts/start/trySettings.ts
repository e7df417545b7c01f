import { quietSettings, type Settings } from '../../test/harness/vscode/userSettings';

/** The extension starts the sandbox and shows its servers: nothing is left to type. */
export const trySettings: Settings = {
  ...quietSettings,
  'serverManagement.sandbox.autoStart': true,
};
