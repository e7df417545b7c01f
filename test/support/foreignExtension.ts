import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A command of the other extension, as source code. */
export interface ForeignCommand {
  /** The end of its title in the palette: `Foreign: Add a Key`. */
  readonly title: string;
  /** The body of an async function of `vscode`; what it returns is shown in a notification. */
  readonly body: string;
}

/** A debugger contributed by another extension. */
interface ForeignDebugger {
  /** The `type` of its configurations in launch.json. */
  readonly type: string;
  /** The text of the notification that it shows when a session starts. */
  readonly started: string;
}

/** Creates another publisher's extension in `folder`, and returns its path. */
export async function makeForeignExtension(
  folder: string,
  commands: readonly ForeignCommand[],
  debuggers: readonly ForeignDebugger[] = [],
): Promise<string> {
  const extension = path.join(folder, 'foreign');
  await mkdir(extension);
  const manifest = {
    name: 'foreign',
    publisher: 'somebody',
    version: '1.0.0',
    engines: { vscode: '^1.105.0' },
    main: './extension.js',
    activationEvents: debuggers.map(({ type }) => `onDebugResolve:${type}`),
    contributes: {
      commands: commands.map(({ title }, index) => ({
        command: `foreign.${index}`,
        category: 'Foreign',
        title,
      })),
      debuggers: debuggers.map(({ type }) => ({ type, label: type })),
    },
  };
  const registrations = [
    ...commands.map(toRegisteredCommand),
    ...debuggers.map(toRegisteredDebugger),
  ];
  await writeFile(path.join(extension, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    path.join(extension, 'extension.js'),
    `const vscode = require('vscode');\nexports.activate = (context) => {${registrations.join('')}\n};\n`,
  );
  return extension;
}

function toRegisteredCommand({ title, body }: ForeignCommand, index: number): string {
  return `
  context.subscriptions.push(vscode.commands.registerCommand('foreign.${index}', async () => {
    const answer = await (async () => { ${body} })().catch((error) => 'error: ' + error.message);
    vscode.window.showInformationMessage(${JSON.stringify(title)} + ': ' + JSON.stringify(answer?.status ?? answer ?? 'nothing'));
  }));`;
}

/** Says yes to every request, and ends at once when the program is said to be started. */
function toRegisteredDebugger({ type, started }: ForeignDebugger): string {
  return `
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('${type}', {
    createDebugAdapterDescriptor() {
      const sent = new vscode.EventEmitter();
      let seq = 0;
      const send = (message) => sent.fire({ seq: (seq += 1), ...message });
      return new vscode.DebugAdapterInlineImplementation({
        onDidSendMessage: sent.event,
        handleMessage({ type, seq: request_seq, command }) {
          if (type !== 'request') return;
          send({ type: 'response', request_seq, command, success: true, body: {} });
          if (command === 'initialize') send({ type: 'event', event: 'initialized' });
          if (command !== 'launch') return;
          vscode.window.showInformationMessage(${JSON.stringify(started)});
          send({ type: 'event', event: 'terminated' });
        },
        dispose: () => sent.dispose(),
      });
    },
  }));`;
}
