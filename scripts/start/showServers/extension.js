// Shows the servers in a window of `npm start`: VS Code has no setting for the initial view.
const vscode = require('vscode');

/** Called by VS Code once its window is open. */
exports.activate = () => vscode.commands.executeCommand('serverManagement.servers.focus');
