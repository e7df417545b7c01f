import { existsSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from '../system/findOnPath';

const commands = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];

const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const windowsPrograms = [
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/** The browser that CHROME_PATH names or that is installed where its maker puts it, if any. */
export function findSystemBrowser(): string | undefined {
  return [process.env['CHROME_PATH'], ...candidates()].find(
    (file) => file !== undefined && existsSync(file),
  );
}

function candidates(): string[] {
  if (process.platform === 'darwin') {
    return macApplications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .flatMap((variable) => process.env[variable] ?? [])
      .flatMap((folder) => windowsPrograms.map((program) => path.join(folder, program)));
  }
  return commands.flatMap((command) => findOnPath(command) ?? []);
}
