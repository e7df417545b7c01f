import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation', () => {
  it('finds the extension and activates it', async () => {
    const extension = vscode.extensions.getExtension(
      'server-management.server-management-explorer',
    );
    assert.ok(extension, 'the extension is not installed in this VS Code');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
