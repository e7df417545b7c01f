// Shows the servers in a window of `npm start`: VS Code has no setting for the view that it opens with.
const vscode = require('vscode');

/** Called by VS Code once its window is up. */
exports.activate = () => vscode.commands.executeCommand('serverManagement.servers.focus');
