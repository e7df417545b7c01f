import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';

const extension = vscode.extensions.getExtension('server-management.server-management-explorer');
const manifest = JSON.parse(readFileSync(`${extension?.extensionPath}/package.json`, 'utf8')) as {
  contributes: {
    commands: readonly { command: string }[];
    menus: { commandPalette?: readonly { command: string; when: string }[] };
  };
};

/** Would leave the window, or throw away what other tests are about. */
const leftOut = new Set([
  'serverManagement.reportIssue',
  // Asks nothing where there is one account, and the tests of reports open it themselves.
  'serverManagement.openSharedServers',
  'serverManagement.removeStoredData',
  'serverManagement.resetSandbox',
  'serverManagement.stopUsingSandbox',
  'serverManagement.useSandbox',
]);

/** Closes whatever a command asks until it has ended. */
async function ends(running: Thenable<unknown>): Promise<void> {
  let isDone = false;
  const ended = Promise.resolve(running).finally(() => (isDone = true));
  while (!isDone) {
    // oxlint-disable-next-line no-await-in-loop
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    // oxlint-disable-next-line no-await-in-loop
    await vscode.commands.executeCommand('notifications.clearAll');
  }
  await ended;
}

describe('every command of the palette', () => {
  const hidden = new Set(
    (manifest.contributes.menus.commandPalette ?? [])
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command),
  );

  before(async () => {
    await vscode.commands.executeCommand('serverManagement.useSandbox');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const { command } of manifest.contributes.commands) {
    if (hidden.has(command) || leftOut.has(command)) continue;
    it(`works without a selection, and can be given up: ${command}`, async () => {
      await assert.doesNotReject(ends(vscode.commands.executeCommand(command)));
    });
  }
});
